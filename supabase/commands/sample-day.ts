import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { takeDataDir } from '../local/database/data-dir.ts';
import { openDatabase } from '../local/database/open-database.ts';
import { createBackend } from '../local/embedded-backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../local/keys.ts';
import { PATHS } from '../local/project-paths.ts';
import { readSecrets } from '../local/secrets.ts';
import { parseEnv } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';
import {
  addSamplePicture,
  readSamplePicture,
  readSamplePictures,
  seedGallery,
  type GalleryTarget,
} from '../local/storage/seed-gallery.ts';
import { storeFile } from '../local/storage/store-file.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Fills a fresh data folder with a day in the office, to look at.

  DATA_DIR=.day npm run sample-day`;

const RESUMES = 25;
const PICTURES = 42;
/** A page without content. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Adds copies of the sample pictures, because the deletion of a picture deletes its file. */
async function addPictures(gallery: GalleryTarget): Promise<void> {
  const samples = readSamplePictures();
  for (let n = samples.length; n < PICTURES; n++) {
    const sample = samples[n % samples.length];
    if (sample) await addSamplePicture(gallery, sample, n, `${randomUUID()}.webp`);
  }
}

/** Adds the photographs of the crew's reports. */
async function addPhotographs({ database, ...target }: GalleryTarget): Promise<void> {
  const reports = await database.query<{ id: string; pictures: number }>(
    'select id, pictures from public.crew_reports where pictures > 0',
  );
  for (const { id, pictures } of reports)
    for (const [place, { file }] of readSamplePictures().slice(0, pictures).entries())
      await storeFile(
        target,
        { bucket: 'jobs', name: `${id}/${place + 1}`, type: 'image/webp' },
        readSamplePicture(file),
      );
}

await runCommand(async (args) => {
  if (args.length > 0) throw new StartError(USAGE);
  const { dataDir } = parseEnv(process.env);
  const leave = await takeDataDir(dataDir);
  const database = await openDatabase({ dataDir, seed: true });
  try {
    const [booked] = await database.query('select from public.bookings limit 1');
    if (booked)
      throw new StartError(`${dataDir} has bookings already. Set DATA_DIR to a new folder.`);
    const { secretKey, jwtSecret } = await readSecrets(dataDir);
    const filesDir = path.join(dataDir, 'files');
    const options = { database, filesDir, publishableKey: LOCAL_PUBLISHABLE_KEY };
    const target = {
      backend: await createBackend({ ...options, secretKey, jwtSecret }),
      secretKey,
    };
    await database.query(`update private.flood_settings set loopback = 'exempt'`);
    await seedGallery(dataDir, { database, ...target });
    await addPictures({ database, ...target });
    for (let n = 0; n < RESUMES; n++)
      await storeFile(
        target,
        { bucket: 'resumes', name: `${randomUUID()}.pdf`, type: 'application/pdf' },
        PDF,
      );
    await database.exec(
      readFileSync(path.join(path.dirname(PATHS.seed), 'sample-day.sql'), 'utf8'),
    );
    await addPhotographs({ database, ...target });
  } finally {
    await database.close();
    await leave();
  }
  return `${dataDir} has a day in the office: 60 bookings, 42 messages, 25 applications, 42 pictures, 20 reviews and a team of five. Start it with DATA_DIR=${dataDir} npm start.`;
});
