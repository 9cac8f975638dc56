import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { replacePictures } from '../../supabase/commands/replace-pictures.ts';

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

let art: string;
let photographs: string;

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'photographs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  [art, photographs] = [path.join(folder, 'art'), path.join(folder, 'photographs')];
  for (const one of [art, photographs]) await mkdir(one);
  await plain(160, 100, '#000').webp().toFile(path.join(art, 'about-story.webp'));
  await plain(100, 120, '#000').png().toFile(path.join(art, 'hero-portrait.png'));
});

test('a photograph takes the name, type and shape of its picture, upright and without its place', async () => {
  await plain(300, 400, '#fff')
    .jpeg()
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toFile(path.join(photographs, 'About-Story.JPG'));

  expect(await replacePictures(photographs, art)).toEqual([
    { file: 'about-story.webp', photograph: 'About-Story.JPG', isSmall: false },
  ]);

  const picture = sharp(await readFile(path.join(art, 'about-story.webp')));
  const { format, width, height, orientation, exif } = await picture.metadata();
  expect({ format, width, height, orientation }).toEqual({
    format: 'webp',
    width: 160,
    height: 100,
    orientation: 1,
  });
  expect(exif?.includes('GPS')).toBe(false);
  expect(exif?.includes('Photograph')).toBe(true);
  expect((await picture.stats()).channels[0]?.min).toBeGreaterThan(250);
});

test('a small photograph is taken, and said to be soft', async () => {
  await plain(50, 60, '#fff').png().toFile(path.join(photographs, 'hero-portrait.png'));
  expect(await replacePictures(photographs, art)).toEqual([
    { file: 'hero-portrait.png', photograph: 'hero-portrait.png', isSmall: true },
  ]);
});

test.each([
  ['a name that no picture has', 'van.jpg', 'No picture has the name of van.jpg'],
  ['a file that is no picture', 'hero-portrait.jpg', 'hero-portrait.jpg is not a picture'],
  ['a phone’s own format', 'hero-portrait.heic', 'hero-portrait.heic is not a picture'],
])('%s replaces nothing', async (_, name, message) => {
  await plain(160, 100, '#fff').jpeg().toFile(path.join(photographs, 'about-story.jpg'));
  await writeFile(path.join(photographs, name), 'no picture');
  const before = await readFile(path.join(art, 'about-story.webp'));

  await expect(replacePictures(photographs, art)).rejects.toThrow(message);

  expect((await readFile(path.join(art, 'about-story.webp'))).equals(before)).toBe(true);
  expect(await readdir(art)).toHaveLength(2);
});

test('two photographs of one picture replace nothing', async () => {
  for (const name of ['About-Story.JPG', 'Hero-Portrait.jpg', 'about-story.jpg'])
    await plain(160, 120, '#fff').jpeg().toFile(path.join(photographs, name));
  await expect(replacePictures(photographs, art)).rejects.toThrow('picture of about-story.jpg');
  expect((await sharp(path.join(art, 'about-story.webp')).stats()).channels[0]?.max).toBe(0);
});
