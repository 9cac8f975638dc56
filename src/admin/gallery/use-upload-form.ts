import { useState, type FormEvent, type RefObject } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { galleryPictureSchema, type NewGalleryPicture } from '../../core/domain/gallery-picture.ts';
import { textResolver } from '../../ui/forms/text-resolver.ts';
import { useFirstProblem } from '../../ui/forms/use-first-problem.ts';
import { useUnsavedLock } from '../../ui/use-unsaved-lock.ts';
import { announceCreations, failureText, isInGoodHands } from '../create/announce-creations.ts';
import type { UploadFailure } from './upload-failures.tsx';
import { useUpload, type Uploaded } from './use-upload.ts';

const EMPTY = { category: 'Residential', alt: '' };
const NO_FILE = 'Please select at least one file';

interface UploadForm {
  form: UseFormReturn<typeof EMPTY, unknown, NewGalleryPicture>;
  ref: RefObject<HTMLFormElement | null>;
  files: readonly File[];
  fileError: string | undefined;
  progress: ReturnType<typeof useUpload>['progress'];
  failures: readonly UploadFailure[];
  pick: (files: readonly File[]) => void;
  submit: (event: FormEvent) => void;
}

/** The form that uploads images. Those that were refused stay chosen, with what was typed about them. */
export function useUploadForm(): UploadForm {
  const form = useForm<typeof EMPTY, unknown, NewGalleryPicture>({
    resolver: textResolver(galleryPictureSchema),
    defaultValues: EMPTY,
    shouldFocusError: false,
  });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fileError, setFileError] = useState<string>();
  const [failures, setFailures] = useState<readonly UploadFailure[]>([]);
  const { progress, upload } = useUpload();
  const { isDirty, isSubmitting, submitCount } = form.formState;
  const ref = useFirstProblem(submitCount);
  useUnsavedLock(isDirty || files.length > 0);

  const send = async (values: NewGalleryPicture) => {
    if (files.length === 0) return;
    setFailures([]);
    const uploaded = await upload(files, values);
    announceCreations('gallery_images', uploaded.flatMap(({ result }) => (result.outcome === 'unusable' ? [] : [result])));
    setFailures(uploaded.flatMap(failureOf));
    const refused = uploaded.filter(({ result }) => result.outcome !== 'unusable' && !isInGoodHands(result));
    setFiles(refused.map(({ file }) => file));
    if (uploaded.every(({ result }) => result.outcome !== 'unusable' && isInGoodHands(result))) form.reset();
  };

  return {
    form,
    ref,
    files,
    fileError,
    progress,
    failures,
    pick: (picked) => {
      setFiles(picked);
      setFileError(undefined);
      setFailures([]);
    },
    submit: (event) => {
      event.preventDefault();
      // The button keeps the focus while it is busy, so it can be pressed again.
      if (isSubmitting) return;
      setFileError(files.length === 0 ? NO_FILE : undefined);
      void form.handleSubmit(send)(event);
    },
  };
}

function failureOf({ file: { name }, result }: Uploaded): UploadFailure[] {
  const message = result.outcome === 'unusable' ? result.message : failureText('gallery_images', result);
  return message === null ? [] : [{ name, message }];
}
