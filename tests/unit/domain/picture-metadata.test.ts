import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withoutMetadata } from '../../../src/core/domain/picture-metadata.ts';

const PLACE = 'GPSLatitude of a home';

/** A picture whose file names its maker and place, rotated by `orientation`. */
const aPicture = (orientation: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#c04020' } })
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: 'Phonemaker', ImageDescription: PLACE } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${PLACE}</a></x:xmpmeta>`);

const clean = (picture: Buffer) => {
  const stored = withoutMetadata(new Uint8Array(picture));
  return stored && Buffer.from(stored);
};

const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer();

test.each([
  ['jpeg', (orientation: number) => aPicture(orientation).jpeg()],
  ['jpeg', (orientation: number) => aPicture(orientation).jpeg({ progressive: true })],
  ['png', (orientation: number) => aPicture(orientation).png()],
  ['webp', (orientation: number) => aPicture(orientation).webp()],
] as const)('a %s keeps its pixels and colours, and nothing else', async (format, make) => {
  const picture = await make(1).toBuffer();
  expect(picture.includes(PLACE)).toBe(true);
  // Some phones add a film after the picture.
  const cleaned = clean(Buffer.concat([picture, Buffer.from(PLACE)]));
  if (!cleaned) throw new Error('The picture was not read');

  expect(cleaned.includes(PLACE)).toBe(false);
  expect(cleaned.includes('Phonemaker')).toBe(false);
  expect(await pixelsOf(cleaned)).toEqual(await pixelsOf(picture));
  const facts = await sharp(cleaned).metadata();
  expect(facts).toMatchObject({ format, width: 40, height: 20 });
  expect([facts.exif, facts.xmp]).toEqual([undefined, undefined]);
  expect(facts.icc).toEqual((await sharp(picture).metadata()).icc);
});

test('a rotated JPEG stays rotated', async () => {
  const picture = await aPicture(6).jpeg().toBuffer();
  const cleaned = clean(picture);
  if (!cleaned) throw new Error('The picture was not read');
  expect(cleaned.includes(PLACE)).toBe(false);
  expect((await sharp(cleaned).metadata()).orientation).toBe(6);
});

test('bytes that are no complete picture are refused', async () => {
  const picture = await aPicture(1).jpeg().toBuffer();
  for (const bytes of [Buffer.from('GIF89a'), picture.subarray(0, 200), Buffer.alloc(0)])
    expect(clean(bytes)).toBeNull();
});
