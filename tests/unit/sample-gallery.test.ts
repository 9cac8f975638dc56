import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isPair } from '../../src/core/domain/picture-pair.ts';

const FOLDER = path.join(import.meta.dirname, '../../supabase/seed/gallery');
const samples = JSON.parse(readFileSync(path.join(FOLDER, 'gallery.json'), 'utf8')) as {
  file: string;
  category: string;
}[];

test('the samples of Before/After are pairs, which open with a slider', async () => {
  const files = samples.flatMap(({ file, category }) =>
    category === 'Before/After' ? [file] : [],
  );
  expect(files).not.toHaveLength(0);
  for (const file of files) {
    const { width, height } = await sharp(path.join(FOLDER, file)).metadata();
    expect(isPair({ width, height }), file).toBe(true);
  }
});
