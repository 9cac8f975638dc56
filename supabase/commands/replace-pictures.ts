import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { StartError } from '../local/start-error.ts';

/** Marks a photograph among the drawn pictures. The built files carry no metadata. */
const MARK = { IFD0: { ImageDescription: 'Photograph' } };

const PHOTOGRAPH = /\.(jpe?g|png|webp|avif|tiff?|hei[cf])$/i;

interface Replaced {
  /** Its name in the folder of pictures. */
  file: string;
  photograph: string;
  /** The photograph was smaller than the picture, and looks softer. */
  isSmall: boolean;
}

/**
 * Replaces pictures of `art` by the photographs in `folder` with the same name, cut to the
 * picture's shape around what catches the eye, without metadata such as the place. Replaces all or
 * none; a StartError names a photograph without a picture, a second one of a picture, and one that
 * cannot be read.
 */
export async function replacePictures(folder: string, art: string): Promise<Replaced[]> {
  const photographs = (await readdir(folder)).filter((name) => PHOTOGRAPH.test(name)).toSorted();
  const pictures = (await readdir(art)).filter((name) => PHOTOGRAPH.test(name));
  const pictureOf = (photograph: string) =>
    pictures.find((name) => path.parse(name).name === path.parse(photograph).name.toLowerCase());
  const unknown = photographs.filter((name) => !pictureOf(name));
  if (unknown.length > 0)
    throw new StartError(
      `No picture has the name of ${unknown.join(', ')}. The names are: ${pictures.map((name) => path.parse(name).name).join(', ')}.`,
    );

  const twice = photographs.filter(
    (name, n) => photographs.findIndex((other) => pictureOf(other) === pictureOf(name)) < n,
  );
  if (twice.length > 0)
    throw new StartError(
      `There are two photographs for the picture of ${twice.join(', ')}. Keep one.`,
    );

  const made = [];
  for (const photograph of photographs) {
    const file = pictureOf(photograph) ?? '';
    const { width, height } = await sharp(path.join(art, file)).metadata();
    const source = await readFile(path.join(folder, photograph));
    const cut = sharp(source)
      .autoOrient()
      .resize(width, height, { position: 'attention' })
      .withExif(MARK);
    try {
      const bytes = await (
        file.endsWith('.png') ? cut.png() : cut.webp({ quality: 88 })
      ).toBuffer();
      const own = (await sharp(source).metadata()).autoOrient;
      const isSmall = own.width < width || own.height < height;
      made.push({ file, photograph, isSmall, bytes });
    } catch {
      throw new StartError(`${photograph} is not a picture that can be read. Save it as JPEG.`);
    }
  }
  for (const { file, bytes } of made) await writeFile(path.join(art, file), bytes);
  return made.map(({ file, photograph, isSmall }) => ({ file, photograph, isSmall }));
}
