import { commands } from 'vitest/browser';

/** `photographs.ts` has them. */
const { makePhoto, describePicture } = commands as unknown as {
  makePhoto: (facts: Facts) => Promise<string>;
  describePicture: (
    base64: string,
    places: [x: number, y: number][],
  ) => Promise<{
    format: string;
    width: number;
    height: number;
    saysMore: boolean;
    colours: string[];
  }>;
};

interface Facts {
  name?: string;
  width?: number;
  height?: number;
  /** The EXIF orientation: 1 upright, 6 a quarter turn to the right. */
  orientation?: number;
}

/** A photo as phones take it: a JPEG with its location, red on the left and blue on the right. */
export async function aPhoto({ name = 'IMG_2041.jpg', ...facts }: Facts = {}): Promise<File> {
  const base64 = await makePhoto(facts);
  return new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, {
    type: 'image/jpeg',
  });
}

/** A picture's properties, and its colours at these places, from 0 to 1 in each direction. */
export const describe = (bytes: ArrayBuffer, places: [x: number, y: number][] = []) =>
  describePicture(
    btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')),
    places,
  );
