import { useEffect, useState, type ComponentType, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { galleryPictureSchema, type NewGalleryPicture } from '../../core/domain/gallery-picture.ts';
import { PAIRS } from '../../core/domain/picture-pair.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import type { Elements } from '../../ui/elements.ts';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readControls, textResolver, useUnsavedLock } from '../../ui/text-form.tsx';
import { CAUSES } from '../causes.ts';
import { partPair } from '../create/prepare-picture.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';
import type { SelectionCommandsProps } from '../list/list-screen.ts';
import type { Addition } from '../sync/admin-commands.ts';
import { useFullPictures, type FullPicture } from './full-pictures.ts';
import { replacePictures, type ReplacementTexts } from './replace-pictures.ts';

const ENTITY = 'gallery_images';

const additionOf = (values: NewGalleryPicture, pictures: readonly File[]): Addition => ({
  creation: { entity: ENTITY, values },
  pictures,
});

interface FormProps {
  /** The selected pictures, in the list's order. */
  pictures: readonly FullPicture[];
  isBusy: boolean;
  /** Puts these in the place of the selected pictures. `make` resolves with a problem if it cannot. */
  onReplace: (make: () => Promise<readonly Addition[] | string>) => void;
  /** Called when the person has changed something, or has no longer. */
  onDirty: (isDirty: boolean) => void;
  /** The reason of the last attempt's failure. */
  failure: Elements;
}

interface PairCommandProps extends SelectionCommandsProps<typeof ENTITY> {
  label: string;
  description: string;
  texts: ReplacementTexts;
  Form: ComponentType<FormProps>;
}

/** A button in the selection bar, with a dialog that replaces the selected pictures. */
function PairCommand({ label, description, texts, Form, ...selected }: PairCommandProps) {
  const { rows } = selected;
  const [open, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useUnsavedLock(isBusy || (open && isDirty));

  const replace = async (make: () => Promise<readonly Addition[] | string>) => {
    // The button keeps the focus while busy, so it can be pressed again.
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const made = await make();
      const failed = typeof made === 'string' ? made : await replacePictures(selected, made, texts);
      setFailure(failed);
      setOpen(failed !== null);
    } catch (error) {
      console.error('Pictures could not be replaced:', error);
      setFailure(CAUSES.device);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <button type="button" className={buttonClass('primary')} onClick={() => setOpen(true)}>
        {label}
      </button>
      <Dialog
        open={open}
        title={label}
        description={description}
        isDirty={isBusy || isDirty}
        onClose={() => {
          if (isBusy) return;
          setFailure(null);
          setDirty(false);
          setOpen(false);
        }}
      >
        <WithFullPictures rows={rows}>
          {(pictures) => (
            <Form
              pictures={pictures}
              isBusy={isBusy}
              onReplace={(make) => void replace(make)}
              onDirty={setDirty}
              failure={
                <div role="alert" className="empty:hidden">
                  {failure !== null && <Notice tone="error" title={failure} />}
                </div>
              }
            />
          )}
        </WithFullPictures>
      </Dialog>
    </>
  );
}

const UNREAD = 'The whole images could not be read';
const UNUSABLE =
  'The file of an image is missing or damaged. Delete the image, and upload it again.';

interface WithFullPicturesProps extends Pick<PairCommandProps, 'rows'> {
  children: (pictures: readonly FullPicture[]) => Elements;
}

/** Shows content that needs the whole pictures, or the reason why they are not there. */
function WithFullPictures({ rows, children }: WithFullPicturesProps) {
  const { reading, tryAgain } = useFullPictures(rows);
  if (reading.status === 'read') return children(reading.pictures);
  if (reading.status === 'reading') return <p role="status">Loading images...</p>;
  const { cause } = reading;
  return (
    <div role="alert">
      <Notice tone="error" title={cause === 'offline' ? 'This needs a connection' : UNREAD}>
        <p>{cause === 'unusable' ? UNUSABLE : CAUSES[cause]}</p>
        <button type="button" className={smallButtonClass('secondary')} onClick={tryAgain}>
          Try again
        </button>
      </Notice>
    </div>
  );
}

interface SideProps {
  side: 'Before' | 'After';
  picture: FullPicture;
}

const Side = ({ side, picture: { file, row } }: SideProps) => (
  <figure className="grid min-w-0 content-start gap-1.5">
    <LocalPicture picture={file} className="aspect-[4/3] w-full rounded-xl bg-line dark:dimmed" />
    <figcaption className="text-sm wrap-anywhere">
      <span className="block font-bold text-brand">{side}</span>
      <span dir="auto" className="line-clamp-2">
        {row.alt}
      </span>
    </figcaption>
  </figure>
);

const resolver = textResolver<NewGalleryPicture, NewGalleryPicture>(galleryPictureSchema);

function MakePair({ pictures, isBusy, onReplace, onDirty, failure }: FormProps) {
  const [areSwapped, setSwapped] = useState(false);
  // The list is newest first: the older picture is the likelier Before.
  const [before, after] = areSwapped ? pictures : [...pictures].reverse();
  const form = useForm<NewGalleryPicture, unknown, NewGalleryPicture>({
    resolver,
    defaultValues: {
      category: PAIRS,
      alt: [before, after].map((picture) => picture?.row.alt).find(Boolean) ?? '',
    },
  });
  const isDirty = areSwapped || form.formState.isDirty;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  if (!before || !after || before.isPair || after.isPair)
    return (
      <Notice tone="info" title="One of these is a pair already">
        <p>Part it first, or select two single images.</p>
      </Notice>
    );
  const sides = { 'before.webp': before, 'after.webp': after };
  const makePair = (values: NewGalleryPicture) => {
    const files = Object.entries(sides).map(
      ([name, { file }]) => new File([file], name, { type: file.type }),
    );
    onReplace(async () => [additionOf(values, files)]);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    readControls(form, event.currentTarget);
    void form.handleSubmit(makePair)(event);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <fieldset disabled={isBusy} className="grid min-w-0 gap-4">
        <legend className="sr-only">The pair</legend>
        <div className="grid grid-cols-2 gap-3">
          <Side side="Before" picture={before} />
          <Side side="After" picture={after} />
        </div>
        <button
          type="button"
          className={`${smallButtonClass('secondary')} justify-self-start disabled:opacity-60`}
          onClick={() => setSwapped(!areSwapped)}
        >
          <Icon name="swap" className="size-5 rotate-90" />
          Swap
        </button>
        <TextField
          id="pair-alt"
          label="Alt Text"
          maxLength={STAFF_LIMITS.altText.max}
          required
          error={form.formState.errors.alt?.message}
          {...form.register('alt')}
        />
      </fieldset>
      {failure}
      <DialogButtons>
        <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
          {isBusy ? 'Making pair...' : 'Make pair'}
        </button>
      </DialogButtons>
    </form>
  );
}

function PartPair({ pictures, isBusy, onReplace, failure }: FormProps) {
  const [pair] = pictures;
  if (!pair?.isPair)
    return (
      <Notice tone="info" title="This image is not a pair">
        <p>It shows one picture. There is nothing to part.</p>
      </Notice>
    );
  const { row, file } = pair;
  const part = async () => {
    const halves = await partPair(file);
    if (typeof halves === 'string') return PICTURE_PROBLEMS[halves];
    return halves.map((half) => additionOf({ category: PAIRS, alt: row.alt }, [half]));
  };
  return (
    <>
      <figure className="grid gap-1.5">
        <LocalPicture picture={file} className="max-h-[40dvh] w-full rounded-xl dark:dimmed" />
        <figcaption dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
          {row.alt}
        </figcaption>
      </figure>
      {failure}
      <DialogButtons>
        <button
          type="button"
          aria-disabled={isBusy}
          className={buttonClass('primary')}
          onClick={() => onReplace(part)}
        >
          {isBusy ? 'Parting pair...' : 'Part pair'}
        </button>
      </DialogButtons>
    </>
  );
}

const MAKE = {
  label: 'Make a pair',
  description:
    'Visitors compare both with a slider. Both are cut to the same shape, and the two images are deleted once their pair is published.',
  texts: {
    replaced: `Pair published in the category ${PAIRS}`,
    stay: 'The two images stay.',
    saved: 'Delete them once their pair is there: it will be uploaded',
  },
  Form: MakePair,
};

const PART = {
  label: 'Part this pair',
  description:
    'Its halves become two images with the same category and alt text. The pair is deleted once both are published.',
  texts: {
    replaced: 'Pair parted into two images',
    stay: 'The pair stays.',
    saved: 'Delete it once its two images are there: they will be uploaded',
  },
  Form: PartPair,
};

/** Makes a pair of two selected pictures, or parts the one that is selected. */
export function PairCommands(selected: SelectionCommandsProps<typeof ENTITY>) {
  const { rows } = selected;
  const isOneOfPairs = rows.length === 1 && rows[0]?.category === PAIRS;
  const command = rows.length === 2 ? MAKE : isOneOfPairs ? PART : null;
  // Another selection has another dialog.
  return (
    command && <PairCommand key={rows.map(({ id }) => id).join()} {...selected} {...command} />
  );
}
