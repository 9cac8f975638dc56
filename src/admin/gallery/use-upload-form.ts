import { useState, type FormEvent, type RefObject } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { galleryPictureSchema, type NewGalleryPicture } from '../../core/domain/gallery-picture.ts';
import { textResolver } from '../../ui/forms/text-resolver.ts';
import { useFirstProblem } from '../../ui/forms/use-first-problem.ts';
import { useUnsavedLock } from '../../ui/use-unsaved-lock.ts';
import { announceCreations, failureText } from '../create/announce-creations.ts';
import type { UploadFailure } from './upload-failures.tsx';
import { useUpload } from './use-upload.ts';

const ENTITY = 'gallery_images';
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
    const { sent, unusable } = await upload(files, values);
    announceCreations(ENTITY, sent.map(({ result }) => result));
    const refused = sent.flatMap(({ file, result }) => {
      const message = failureText(ENTITY, result);
      return message === null ? [] : [{ file, name: file.name, message }];
    });
    setFailures([...unusable, ...refused]);
    setFiles(refused.map(({ file }) => file));
    if (unusable.length + refused.length === 0) form.reset();
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
