import { useState, type FormEvent, type RefObject } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { galleryPictureSchema, type NewGalleryPicture } from '../../core/domain/gallery-picture.ts';
import { mintId } from '../../core/domain/mint-id.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { PICTURE_EDGES } from '../../core/domain/picture-check.ts';
import { create, type ChangeResult } from '../sync/change-commands.ts';
import { preparePair, preparePicture } from '../create/prepare-picture.ts';
import {
  readControls,
  textResolver,
  useFirstProblem,
  useUnsavedLock,
} from '../../ui/text-form.tsx';
import { announceCreations, failureText } from '../create/announce-creations.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';

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

const BOUNDS = { edge: PICTURE_EDGES.gallery, maxBytes: STAFF_LIMITS.pictureBytes };

/** A single picture, or two published as one: before and after. */
type Item = readonly [ChosenPicture] | readonly [before: ChosenPicture, after: ChosenPicture];

interface Upload {
  /** How many files are ready to send; null while nothing is uploading. */
  progress: { ready: number; of: number } | null;
  /**
   * Publishes items under one category, each by itself, so one failure stops no other. The common
   * text applies to items without their own.
   */
  upload: (items: readonly Item[], values: NewGalleryPicture) => Promise<Uploaded>;
}

const namesOf = (item: Item) => item.map(({ file }) => file.name).join(', ');
const ownText = ({ alt }: ChosenPicture) => alt.trim();

interface Uploaded {
  /** The outcome of each picture that was sent or stored. */
  sent: { item: Item; result: ChangeResult }[];
  /** The files that are no pictures. */
  unusable: UploadFailure[];
}

function useUpload(): Upload {
  const [progress, setProgress] = useState<Upload['progress']>(null);

  const upload = async (items: readonly Item[], { category, alt }: NewGalleryPicture) => {
    const sending: Promise<Uploaded['sent'][number]>[] = [];
    const unusable: UploadFailure[] = [];
    for (const [ready, item] of items.entries()) {
      const [{ file }, after] = item;
      setProgress({ ready, of: items.length });
      // One at a time: drawing a large photo takes hundreds of megabytes. Sending continues
      // meanwhile.
      const prepared = await (after
        ? preparePair(file, after.file, BOUNDS)
        : preparePicture(file, BOUNDS));
      const values = { category, alt: item.map(ownText).find(Boolean) || alt };
      if (prepared.ok)
        sending.push(
          create({ entity: 'gallery_images', values }, prepared.file).then((result) => ({
            item,
            result,
          })),
        );
      else unusable.push({ name: namesOf(item), message: PICTURE_PROBLEMS[prepared.problem] });
    }
    setProgress({ ready: items.length, of: items.length });
    const sent = await Promise.all(sending);
    setProgress(null);
    return { sent, unusable };
  };

  return { progress, upload };
}

const ENTITY = 'gallery_images';
/** The category in which two pictures may be published as one. */
const PAIRS: NewGalleryPicture['category'] = 'Before/After';
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
  progress: ReturnType<typeof useUpload>['progress'];
  failures: readonly UploadFailure[];
  /**
   * Whether the two chosen pictures are published as one, the first as the earlier; null if they
   * cannot be a pair.
   */
  pair: { joins: boolean; onChange: (joins: boolean) => void; onSwap: () => void } | null;
  pick: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Sets a picture's own text. */
  describe: (id: string, alt: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

const resolver = textResolver<typeof EMPTY, NewGalleryPicture>(galleryPictureSchema);

/** The upload form. Refused pictures stay chosen, with their texts. */
export function useUploadForm(): UploadForm {
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([]);
  const form = useForm<typeof EMPTY, unknown, NewGalleryPicture>({
    // The common text may be empty if every picture has its own.
    resolver: (values, ...rest) =>
      resolver({ ...values, alt: values.alt.trim() || textOfAll(pictures) }, ...rest),
    defaultValues: EMPTY,
    shouldFocusError: false,
  });
  // Two pictures stay separate unless the person pairs them.
  const [joins, setJoins] = useState(false);
  const category = useWatch({ control: form.control, name: 'category' });
  const [first, second, ...others] = pictures;
  const pair =
    category === PAIRS && first && second && others.length === 0
      ? ([first, second] as const)
      : null;
  const [fileError, setFileError] = useState<string>();
  const [failures, setFailures] = useState<readonly UploadFailure[]>([]);
  const { progress, upload } = useUpload();
  const { isDirty, isSubmitting, submitCount } = form.formState;
  const ref = useFirstProblem(submitCount);
  useUnsavedLock(isDirty || pictures.length > 0);

  const send = async (values: NewGalleryPicture) => {
    if (pictures.length === 0) return;
    setFailures([]);
    const { sent, unusable } = await upload(
      pair && joins ? [pair] : pictures.map((picture) => [picture] as const),
      values,
    );
    announceCreations(
      ENTITY,
      sent.map(({ result }) => result),
    );
    const refused = sent.flatMap(({ item, result }) => {
      const message = failureText(ENTITY, result);
      return message === null ? [] : [{ item, name: namesOf(item), message }];
    });
    setFailures([...unusable, ...refused]);
    setPictures(refused.flatMap(({ item }) => item));
    if (refused.length === 0) setJoins(false);
    if (unusable.length + refused.length === 0) form.reset();
  };

  return {
    form,
    ref,
    pictures,
    fileError,
    progress,
    failures,
    pair: pair && { joins, onChange: setJoins, onSwap: () => setPictures([pair[1], pair[0]]) },
    pick: (picked) => {
      setPictures(picked.map((file) => ({ id: mintId(), file, alt: '' })));
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
