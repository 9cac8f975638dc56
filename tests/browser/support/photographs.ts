import type { BrowserCommand } from 'vitest/node';
import { aPhoto, colourAt, describePicture } from '../../support/photos.ts';

type Facts = Parameters<typeof aPhoto>[0];

/** A photo as phones take it, in base64. */
const makePhoto: BrowserCommand<[Facts]> = async (_, facts) =>
  (await aPhoto(facts)).buffer.toString('base64');

/** A picture's properties, and its colours at these places, from 0 to 1 in each direction. */
const describe: BrowserCommand<[string, [x: number, y: number][]]> = async (_, base64, places) => {
  const picture = await describePicture(Buffer.from(base64, 'base64'));
  const { format, width, height, saysMore } = picture;
  const colours = await Promise.all(places.map(([x, y]) => colourAt(picture, x, y)));
  return { format, width, height, saysMore, colours };
};

/** What the tests of screens ask of Node: photographs with metadata, made and read. */
export const PHOTOGRAPHS = { makePhoto, describePicture: describe };
