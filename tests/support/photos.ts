import sharp from 'sharp';
import type { PickedFile } from './application.ts';
import type { TestBackend } from './backend.ts';

interface PhotoFacts {
  name?: string;
  /** The size in the file; an upright phone stores its photo sideways. */
  width?: number;
  height?: number;
  /** The EXIF orientation: 1 upright, 6 a quarter turn to the right. */
  orientation?: number;
}

/** A photo as phones take it: a JPEG with its location, red on the left and blue on the right. */
export async function aPhoto({
  name = 'IMG_2041.jpg',
  width = 800,
  height = 600,
  orientation = 1,
}: PhotoFacts = {}): Promise<PickedFile> {
  const half = {
    create: { width: Math.floor(width / 2), height, channels: 3, background: '#c00000' },
  } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#0000c0' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: 'Phonemaker' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '55/1 50/1 45/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '4/1 25/1 24/1',
      },
    })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A stored picture's properties, read from its bytes. */
export interface StoredPicture {
  format: string;
  width: number;
  height: number;
  /** Whether the file holds anything besides the picture. */
  saysMore: boolean;
  bytes: Buffer;
}

/** Reads a picture at its public address. */
export async function readStored(backend: TestBackend, url: string): Promise<StoredPicture> {
  const response = await fetch(new URL(url, backend.url));
  if (!response.ok) throw new Error(`The picture is not there: HTTP ${response.status}`);
  return describePicture(Buffer.from(await response.arrayBuffer()));
}

/** Reads a picture's properties. */
export async function describePicture(bytes: Buffer): Promise<StoredPicture> {
  const { format, width, height, exif, xmp, iptc } = await sharp(bytes).metadata();
  return { format, width, height, saysMore: Boolean(exif ?? xmp ?? iptc), bytes };
}

/** The colour at a position in a picture, from 0 to 1 in each direction. */
export async function colourAt(
  { bytes, width, height }: StoredPicture,
  x: number,
  y: number,
): Promise<'red' | 'blue' | 'other'> {
  const spot = { left: Math.floor(x * width), top: Math.floor(y * height), width: 1, height: 1 };
  const [red = 0, , blue = 0] = await sharp(bytes).extract(spot).removeAlpha().raw().toBuffer();
  if (red > 150 && blue < 60) return 'red';
  return blue > 150 && red < 60 ? 'blue' : 'other';
}
