import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { handPair } from '../gallery/handed-pair.ts';
import { extensionOf } from './job-pictures.ts';

interface PairDialogProps {
  files: readonly Blob[];
  onClose: () => void;
}

/** Hands two photographs to the gallery's form as before and after. */
export function PairDialog({ files, onClose }: PairDialogProps) {
  const navigate = useNavigate();
  const [[before, after], setPlaces] = useState<readonly [number, number]>([0, files.length - 1]);
  const options = Object.fromEntries(files.map((_, place) => [place, `Photo ${place + 1}`]));
  const fileOf = (place: number) => {
    const blob = files[place];
    return blob && new File([blob], `photo-${place + 1}.${extensionOf(blob)}`, { type: blob.type });
  };
  const [first, second] = [fileOf(before), fileOf(after)];
  const hand = () => {
    if (!first || !second) return;
    handPair([first, second]);
    onClose();
    void navigate(ENTITIES.gallery_images.path);
  };
  const fields = [
    {
      label: 'Before',
      place: before,
      picture: first,
      change: (to: number) => [to, after] as const,
    },
    {
      label: 'After',
      place: after,
      picture: second,
      change: (to: number) => [before, to] as const,
    },
  ];
  return (
    <Dialog
      open
      title="Before and after for the gallery"
      description="Visitors of the website see them. Ask the customer first."
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        {fields.map(({ label, place, picture, change }) => (
          <div key={label} className="grid content-start gap-2">
            <SelectField
              id={`pair-${label.toLowerCase()}`}
              label={label}
              options={options}
              value={place}
              onChange={({ target }) => setPlaces(change(Number(target.value)))}
            />
            {picture && (
              <LocalPicture picture={picture} className="aspect-square w-full rounded-xl" />
            )}
          </div>
        ))}
      </div>
      <DialogButtons>
        <button
          type="button"
          aria-disabled={before === after}
          className={buttonClass('primary')}
          onClick={() => before !== after && hand()}
        >
          Open in the gallery’s form
        </button>
      </DialogButtons>
    </Dialog>
  );
}
