import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { smallPicture } from '../../../src/core/domain/gallery.ts';
import type { LocalDatabase } from '../database/open-database.ts';
import { PATHS } from '../project-paths.ts';
import { storeFile, type FileTarget } from './store-file.ts';
import { writeDurably } from './write-durably.ts';

interface SamplePicture {
  file: string;
  category: string;
  alt: string;
  /** It holds two pictures of one view side by side. */
  isPair?: true;
}

export interface GalleryTarget extends FileTarget {
  database: LocalDatabase;
}

const FOLDER = path.join(path.dirname(PATHS.seed), 'seed/gallery');

export const readSamplePictures = (): SamplePicture[] =>
  JSON.parse(readFileSync(path.join(FOLDER, 'gallery.json'), 'utf8')) as SamplePicture[];

/** A sample picture's bytes, by its file's name. */
export const readSamplePicture = (file: string) => readFileSync(path.join(FOLDER, file));

/**
 * Adds a sample picture, `age` days old, unless the gallery has one of its category and stored name.
 */
export async function addSamplePicture(
  { database, ...target }: GalleryTarget,
  { file, category, alt, isPair }: SamplePicture,
  age: number,
  storedAs = file,
): Promise<void> {
  const name = `${category}/${storedAs}`;
  for (const [to, from] of [
    [name, file],
    [smallPicture(name), smallPicture(file)],
  ] as const)
    await storeFile(
      target,
      { bucket: 'gallery', name: to, type: 'image/webp' },
      readSamplePicture(from),
    );
  await database.query(
    `insert into public.gallery_images (file_path, url, category, alt, is_pair, created_at)
     select $1, '/storage/v1/object/public/gallery/' || $1, $2, $3, $4, now() - make_interval(days => $5)
     where not exists (select from public.gallery_images where file_path = $1)`,
    [name, category, alt, isPair ?? false, age],
  );
}

/**
 * Adds the sample pictures to the gallery once per data folder: pictures that an administrator
 * deletes stay deleted. A start that was killed half-way repeats it with the same names.
 */
export async function seedGallery(dataDir: string, gallery: GalleryTarget): Promise<void> {
  const done = path.join(dataDir, 'gallery-seeded');
  if (existsSync(done)) return;
  for (const [age, sample] of readSamplePictures().entries())
    await addSamplePicture(gallery, sample, age);
  await writeDurably(done, '');
}
