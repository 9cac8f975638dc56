import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { smallPicture } from '../../src/core/domain/gallery.ts';

const FOLDER = path.join(import.meta.dirname, '../../supabase/seed/gallery');
const samples = JSON.parse(readFileSync(path.join(FOLDER, 'gallery.json'), 'utf8')) as {
  file: string;
  category: string;
  isPair?: true;
}[];

test('every picture of the folder is a sample or its small file, and the gallery takes its name', () => {
  const files = samples.flatMap(({ file }) => [file, smallPicture(file)]);
  expect(files.toSorted()).toEqual(
    readdirSync(FOLDER)
      .filter((name) => name !== 'gallery.json')
      .toSorted(),
  );
  for (const file of files) expect(file).toMatch(/^[A-Za-z0-9_-]{16,64}\.webp$/);
});

test('the samples of Before/After are recorded as pairs, and hold two pictures', async () => {
  const pairs = samples.filter(({ isPair }) => isPair);
  expect(pairs).not.toHaveLength(0);
  expect(pairs).toEqual(samples.filter(({ category }) => category === 'Before/After'));
  for (const { file } of pairs) {
    const { width, height } = await sharp(path.join(FOLDER, file)).metadata();
    expect(width / height, file).toBeGreaterThanOrEqual(2);
  }
});
