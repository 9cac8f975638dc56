import { useEffect, useState, type FormEvent, type RefObject } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { galleryPictureSchema, type NewGalleryPicture } from '../../core/domain/gallery-picture.ts';
import { mintId } from '../../core/domain/mint-id.ts';
import { PAIRS, pairsOf } from '../../core/domain/picture-pair.ts';
import { createAll } from '../create/create-rows.ts';
import { readControls, textResolver, useFirstProblem, useTextForm } from '../../ui/text-form.tsx';
import { announceCreations, failureText, isUnusable } from '../create/announce-creations.ts';
import { useListForm } from '../create/use-list-form.ts';
import { useUnsentText } from '../unsent-text.ts';
import { takePair } from './handed-pair.ts';

/** A chosen picture, with its own alt text if it has one. */
export interface ChosenPicture {
  id: string;
  file: File;
  alt: string;
}

/** A file that was not uploaded, with the reason. */
export interface UploadFailure {
  name: string;
  message: string;
}

/** A single picture, or two published as one: before and after. */
type Item = readonly [ChosenPicture] | readonly [before: ChosenPicture, after: ChosenPicture];

const namesOf = (item: Item) => item.map(({ file }) => file.name).join(', ');
const ownText = ({ alt }: ChosenPicture) => alt.trim();

const chosen = (file: File): ChosenPicture => ({ id: mintId(), file, alt: '' });

/** How many files are stored on the device. */
interface Progress {
  stored: number;
  of: number;
}

const ENTITY = 'gallery_images';
const EMPTY = { category: 'Residential', alt: '' };
/** Stands in for an empty common text if every picture has its own. */
const textOfAll = (pictures: readonly ChosenPicture[]) =>
  pictures.every(ownText) ? (pictures[0]?.alt ?? '') : '';

const NO_FILE = 'Please select at least one file';

interface UploadForm {
  form: UseFormReturn<typeof EMPTY, unknown, NewGalleryPicture>;
  ref: RefObject<HTMLFormElement | null>;
  pictures: readonly ChosenPicture[];
  fileError: string | undefined;
  /** Null while nothing is uploading. */
  progress: Progress | null;
  failures: readonly UploadFailure[];
  /** Something chosen or typed is not on the device yet. */
  isUnkept: boolean;
  /** Whether the chosen pictures are published as pairs, in their order; null if they cannot be. */
  pairing: { joins: boolean; count: number; onChange: (joins: boolean) => void } | null;
  /** Their number is odd, in the category of pairs. */
  isOneLeft: boolean;
  /** Swaps before and after of a picture's pair. */
  swap: (id: string) => void;
  /** Adds pictures to those chosen before: a phone's camera gives one at a time. */
  pick: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Sets a picture's own text. */
  describe: (id: string, alt: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

const resolver = textResolver<typeof EMPTY, NewGalleryPicture>(galleryPictureSchema);

/** The upload form. Refused pictures stay chosen, with their texts. */
export function useUploadForm(): UploadForm {
  const [handed] = useState(takePair);
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>(() =>
    (handed ?? []).map(chosen),
  );
  const form = useTextForm<typeof EMPTY, NewGalleryPicture>(
    // The common text may be empty if every picture has its own.
    (values, ...rest) =>
      resolver({ ...values, alt: values.alt.trim() || textOfAll(pictures) }, ...rest),
    EMPTY,
  );
  // Two pictures stay separate unless the person pairs them.
  const [joins, setJoins] = useState(handed !== null);
  useEffect(() => {
    if (handed) form.setValue('category', PAIRS, { shouldDirty: true });
  }, [handed, form]);
  const category = useWatch({ control: form.control, name: 'category' });
  const pairs = category === PAIRS ? pairsOf(pictures) : null;
  const [fileError, setFileError] = useState<string>();
  const [failures, setFailures] = useState<readonly UploadFailure[]>([]);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { isDirty, isSubmitting, submitCount } = form.formState;
  const ref = useFirstProblem(submitCount);
  const stored = useListForm(ENTITY, EMPTY, form);
  useUnsentText(isDirty || pictures.length > 0);
  const isStored = progress !== null && progress.stored === progress.of;

  const send = async ({ category: folder, alt }: NewGalleryPicture) => {
    if (pictures.length === 0) return;
    setFailures([]);
    const items: Item[] = pairs && joins ? pairs : pictures.map((picture) => [picture]);
    const of = items.length;
    setProgress({ stored: 0, of });
    const results = await createAll(
      // The common text applies to pictures without their own.
      items.map((item) => ({
        creation: {
          entity: ENTITY,
          values: { category: folder, alt: item.map(ownText).find(Boolean) || alt },
        },
        pictures: item.map(({ file }) => file),
      })),
      (count) => {
        setProgress({ stored: count, of });
        if (count === of) stored.handOver();
      },
    );
    setProgress(null);
    announceCreations(
      ENTITY,
      results.filter((result) => !isUnusable(result)),
    );
    const failed = items.flatMap((item, place) => {
      const result = results[place];
      const message = result ? failureText(ENTITY, result) : null;
      return result && message !== null ? [{ item, result, message }] : [];
    });
    const refused = failed.filter(({ result }) => !isUnusable(result));
    setFailures(failed.map(({ item, message }) => ({ name: namesOf(item), message })));
    setPictures(refused.flatMap(({ item }) => item));
    if (refused.length === 0) setJoins(false);
    if (failed.length === 0) stored.clear();
    else stored.save();
  };

  return {
    form,
    ref,
    pictures,
    fileError,
    progress,
    failures,
    isUnkept: (pictures.length > 0 && !isStored) || (isDirty && !stored.isSaved),
    pairing: pairs && { joins, count: pairs.length, onChange: setJoins },
    isOneLeft: category === PAIRS && pictures.length > 2 && !pairs,
    swap: (id) =>
      setPictures(
        pairs?.flatMap(([before, after]) =>
          before.id === id || after.id === id ? [after, before] : [before, after],
        ) ?? pictures,
      ),
    pick: (picked) => {
      const more = picked.map(chosen);
      setPictures([...pictures, ...more]);
      setFileError(undefined);
      setFailures([]);
      setJoins(false);
    },
    remove: (id) => setPictures(pictures.filter((picture) => picture.id !== id)),
    describe: (id, alt) =>
      setPictures(pictures.map((picture) => (picture.id === id ? { ...picture, alt } : picture))),
    submit: (event) => {
      event.preventDefault();
      // The button keeps the focus while busy, so it can be pressed again.
      if (isSubmitting) return;
      setFileError(pictures.length === 0 ? NO_FILE : undefined);
      readControls(form, event.currentTarget);
      void form.handleSubmit(send)(event);
    },
  };
}
