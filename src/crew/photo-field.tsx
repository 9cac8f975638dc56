import { useRef } from 'react';
import { MOST_PHOTOS } from '../core/domain/crew-sheet.ts';
import { FileInput } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { LocalPicture } from '../ui/local-picture.tsx';

interface PhotoFieldProps {
  id: string;
  photos: readonly File[];
  onChange: (photos: readonly File[]) => void;
}

/** Up to six photographs, from the camera or the phone's pictures. */
export function PhotoField({ id, photos, onChange }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FileInput
      ref={input}
      id={id}
      label={`Photographs, ${MOST_PHOTOS} at most (optional)`}
      hint="The place where they were taken is removed before they are sent."
      accept="image/*"
      multiple
      disabled={photos.length >= MOST_PHOTOS}
      onChange={({ target }) => {
        onChange([...photos, ...(target.files ?? [])]);
        // The same photograph may be chosen again after it was removed.
        target.value = '';
      }}
    >
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {photos.map((photo, place) => (
            <li key={`${place} ${photo.name} ${photo.lastModified}`} className="relative">
              <LocalPicture picture={photo} className="aspect-square w-full rounded-xl" />
              <button
                type="button"
                aria-label={`Remove photograph ${place + 1}`}
                className="absolute top-1 right-1 grid size-11 place-items-center rounded-full border border-control bg-surface text-heading"
                onClick={() => {
                  onChange(photos.filter((one) => one !== photo));
                  // The focused button is removed.
                  input.current?.focus();
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FileInput>
  );
}
