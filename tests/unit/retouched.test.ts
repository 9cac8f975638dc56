import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const ART = 'src/site/art';
const GALLERY = 'supabase/seed/gallery';

/**
 * A spot retouched after the render: left, top, width, height in pixels; and the least value of
 * each channel.
 */
const PLACES: [file: string, [number, number, number, number], least: number][] = [
  [`${ART}/hero-portrait.png`, [380, 176, 28, 12], 200],
  [`${ART}/about-story.webp`, [67, 0, 6, 5], 100],
  [`${ART}/empty-state.webp`, [212, 730, 14, 16], 150],
  [`${ART}/empty-state.webp`, [1464, 736, 10, 18], 100],
  [`${ART}/overview-residential.webp`, [479, 519, 6, 9], 150],
  [`${ART}/overview-residential.webp`, [489, 823, 6, 8], 150],
  [`${ART}/service-office.webp`, [44, 704, 12, 16], 130],
  [`${ART}/service-office.webp`, [1568, 638, 8, 10], 100],
  [`${ART}/service-post-construction.webp`, [18, 716, 8, 14], 150],
  [`${GALLERY}/gallery-commercial-2.webp`, [41, 729, 11, 19], 130],
  [`${GALLERY}/gallery-residential-2.webp`, [17, 794, 14, 20], 130],
  [`${GALLERY}/gallery-residential-2.webp`, [1582, 674, 9, 15], 100],
  [`${GALLERY}/gallery-residential-3.webp`, [67, 810, 15, 22], 130],
  [`${GALLERY}/gallery-residential-3.webp`, [1543, 771, 9, 22], 100],
  [`${GALLERY}/gallery-specialized-3.webp`, [56, 726, 11, 17], 130],
];

test.each(PLACES)(
  '%s shows no hole and no speck at %j',
  async (file, [left, top, width, height], least) => {
    const picture = sharp(path.join(ROOT, file));
    // A photograph of the owner has taken its place (`npm run photographs`).
    if ((await picture.metadata()).exif) return;
    const shown = await picture
      .removeAlpha()
      .extract({ left, top, width, height })
      .raw()
      .toBuffer();
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(least);
  },
);
