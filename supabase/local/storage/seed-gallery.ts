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
}

interface GallerySeed extends FileTarget {
  dataDir: string;
  database: LocalDatabase;
}

/**
 * Adds the sample pictures to the gallery once per data folder: pictures that an administrator
 * deletes stay deleted. A start that was killed half-way repeats it with the same names.
 */
export async function seedGallery({ dataDir, database, ...target }: GallerySeed): Promise<void> {
  const done = path.join(dataDir, 'gallery-seeded');
  if (existsSync(done)) return;
  const folder = path.join(path.dirname(PATHS.seed), 'seed/gallery');
  const pictures = JSON.parse(
    readFileSync(path.join(folder, 'gallery.json'), 'utf8'),
  ) as SamplePicture[];
  for (const [age, { file, category, alt }] of pictures.entries()) {
    const name = `${category}/${file}`;
    for (const sent of [name, smallPicture(name)])
      await storeFile(
        target,
        { bucket: 'gallery', name: sent, type: 'image/webp' },
        readFileSync(path.join(folder, path.basename(sent))),
      );
    await database.query(
      `insert into public.gallery_images (file_path, url, category, alt, created_at)
       select $1, '/storage/v1/object/public/gallery/' || $1, $2, $3, now() - make_interval(days => $4)
       where not exists (select from public.gallery_images where file_path = $1)`,
      [name, category, alt, age],
    );
  }
  await writeDurably(done, '');
}
