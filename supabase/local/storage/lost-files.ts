import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LocalDatabase } from '../database/open-database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A file of Storage, and the row that should exist for it: "bucket/name". */
interface Stored {
  file: string;
  row: string;
}

/** The files below `objects` and `kinds` that were last written at least a day ago. */
async function listOldFiles(filesDir: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const [area, suffix] of [
    ['objects', ''],
    ['kinds', '.json'],
  ] as const) {
    const folder = path.join(filesDir, area);
    if (!existsSync(folder)) continue;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      // The file may have been removed meanwhile.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
      const place = path.relative(folder, file).split(path.sep).join('/');
      if (mtimeMs <= Date.now() - DAY_MS)
        found.push({
          file,
          row: place.endsWith(suffix) ? place.slice(0, place.length - suffix.length) : place,
        });
    }
  }
  return found;
}

const ROWS_SQL = `select bucket_id || '/' || name as row from storage.objects`;

/**
 * Removes day-old stored files and their metadata that have no row. A process killed between
 * writing a file and its row leaves such files; every other cleanup starts from rows.
 */
export async function removeLostFiles(
  { query, exclusive }: LocalDatabase,
  filesDir: string,
): Promise<void> {
  const old = await listOldFiles(filesDir);
  const withRow = new Set((await query<{ row: string }>(ROWS_SQL)).map(({ row }) => row));
  const suspects = old.filter(({ row }) => !withRow.has(row));
  if (suspects.length === 0) return;
  // Storage changes files and rows under the same exclusive session, so no upload is half done
  // here.
  await exclusive(async ({ driver }) => {
    const names = JSON.stringify(suspects.map(({ row }) => row));
    const { rows } = await driver.query<{ row: string }>(
      `select row from (${ROWS_SQL}) stored where row in (select jsonb_array_elements_text($1))`,
      [names],
    );
    const referenced = new Set(rows.map(({ row }) => row));
    for (const { file, row } of suspects) if (!referenced.has(row)) await rm(file, { force: true });
  });
}
