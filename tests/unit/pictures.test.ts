import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictures } from '../../build/pictures.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  await sharp({ create: { width: 64, height: 40, channels: 3, background: '#22a699' } })
    .png()
    .toFile(path.join(folder, 'room.png'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds a module that imports the picture. Returns its code and emitted files. */
async function importPicture(query: string) {
  const entry = path.join(folder, 'entry.js');
  await writeFile(entry, `import picture from './room.png?${query}'; export default picture;`);
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [pictures()],
    build: { write: false, rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput;
  const assets = output.filter((file) => file.type === 'asset');
  const names = assets.map(({ fileName }) => fileName);
  const sizes = await Promise.all(
    assets.map(async ({ source }) => {
      const { format, compression, width, height } = await sharp(source as Uint8Array).metadata();
      return [compression ?? format, width, height];
    }),
  );
  return { code: output[0].code, names, sizes };
}

test('a picture is made in the requested widths, as AVIF and WebP, with its size', async () => {
  const { code, names, sizes } = await importPicture('w=16,32&picture');

  expect(sizes).toHaveLength(4);
  for (const format of ['av1', 'webp'])
    expect(sizes).toEqual(
      expect.arrayContaining([
        [format, 16, 10],
        [format, 32, 20],
      ]),
    );
  expect(code).toMatch(/width:\s*32/);
  expect(code).toMatch(/height:\s*20/);
  const [, stem] = /stem:\s*["`']\/([^"`']+)/.exec(code) ?? [];
  expect(names.sort()).toEqual(
    ['16.avif', '16.webp', '32.avif', '32.webp'].map((end) => `${stem}-${end}`),
  );
});

test('a picture is never made larger than it is', async () => {
  const { sizes } = await importPicture('w=32,640,800&picture');

  expect(sizes.map(([, width]) => width).sort()).toEqual([32, 32, 64, 64]);
});

test('a picture imported without widths fails the build with the way to write it', async () => {
  await expect(importPicture('picture')).rejects.toThrow('?w=400,800&picture');
});
