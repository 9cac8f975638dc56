import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { smallPicture } from '../../../src/core/domain/gallery.ts';
import type { Backend } from '../embedded-backend.ts';
import type { LocalDatabase } from '../database/open-database.ts';
import { PATHS } from '../project-paths.ts';
import { writeDurably } from './write-durably.ts';

interface SamplePicture {
  file: string;
  category: string;
  alt: string;
}

interface GallerySeed {
  dataDir: string;
  database: LocalDatabase;
  backend: Backend;
  secretKey: string;
}

/**
 * Adds the sample pictures to the gallery once per data folder: pictures that an administrator
 * deletes stay deleted. A start that was killed half-way repeats it with the same names.
 */
export async function seedGallery({
  dataDir,
  database,
  backend,
  secretKey,
}: GallerySeed): Promise<void> {
  const done = path.join(dataDir, 'gallery-seeded');
  if (existsSync(done)) return;
  const folder = path.join(path.dirname(PATHS.seed), 'seed/gallery');
  const pictures = JSON.parse(
    readFileSync(path.join(folder, 'gallery.json'), 'utf8'),
  ) as SamplePicture[];
  for (const [age, { file, category, alt }] of pictures.entries()) {
    const name = `${category}/${file}`;
    for (const sent of [name, smallPicture(name)]) {
      const upload = new Request(`http://localhost/storage/v1/object/gallery/${sent}`, {
        method: 'POST',
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          'content-type': 'image/webp',
          'x-upsert': 'true',
        },
        body: readFileSync(path.join(folder, path.basename(sent))),
      });
      const response = await backend(upload, '127.0.0.1');
      if (!response.ok)
        throw new Error(`The sample picture ${sent} could not be stored: ${await response.text()}`);
    }
    await database.query(
      `insert into public.gallery_images (file_path, url, category, alt, created_at)
       select $1, '/storage/v1/object/public/gallery/' || $1, $2, $3, now() - make_interval(days => $4)
       where not exists (select from public.gallery_images where file_path = $1)`,
      [name, category, alt, age],
    );
  }
  await writeDurably(done, '');
}
