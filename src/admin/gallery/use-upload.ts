import { useState } from 'react';
import type { NewGalleryPicture } from '../../core/domain/gallery-picture.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { PICTURE_EDGES } from '../../core/domain/picture.ts';
import { create, type AdminResult } from '../../runtime/portal/admin-actions.ts';
import { preparePicture } from '../../runtime/portal/prepare-picture.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';
import type { UploadFailure } from './upload-failures.tsx';

const BOUNDS = { edge: PICTURE_EDGES.gallery, maxBytes: LIMITS.pictureBytes };

interface Upload {
  /** How many of the files are made ready to be sent; null when nothing is under way. */
  progress: { ready: number; of: number } | null;
  /** Publishes files under one category and text, each on its own: one that fails holds up none. */
  upload: (files: readonly File[], values: NewGalleryPicture) => Promise<Uploaded>;
}

export interface Uploaded {
  /** What became of each file that was sent, or kept to be sent. */
  sent: { file: File; result: AdminResult }[];
  /** Those that are no pictures. */
  unusable: UploadFailure[];
}

export function useUpload(): Upload {
  const [progress, setProgress] = useState<Upload['progress']>(null);

  const upload = async (files: readonly File[], values: NewGalleryPicture) => {
    const sending: Promise<Uploaded['sent'][number]>[] = [];
    const unusable: UploadFailure[] = [];
    for (const [ready, file] of files.entries()) {
      setProgress({ ready, of: files.length });
      // One at a time: a large photo takes hundreds of megabytes while it is drawn. Sending goes on meanwhile.
      const prepared = await preparePicture(file, BOUNDS);
      if (prepared.ok) sending.push(create({ entity: 'gallery_images', values }, prepared.file).then((result) => ({ file, result })));
      else unusable.push({ name: file.name, message: PICTURE_PROBLEMS[prepared.problem] });
    }
    setProgress({ ready: files.length, of: files.length });
    const sent = await Promise.all(sending);
    setProgress(null);
    return { sent, unusable };
  };

  return { progress, upload };
}
