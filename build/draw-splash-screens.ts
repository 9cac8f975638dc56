import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import {
  SCHEMES,
  SCREENS,
  splashAddress,
  splashScreens,
  type Screen,
} from '../src/app/splash-screens.ts';
import { CACHE, makeOnce } from './make-once.ts';

/** The background of the following pages, as in src/ui/tokens.css. */
const GROUNDS = { light: '#fbfaf7', dark: '#0f1b1d' };
const ICONS = { site: 'icon.svg', portal: 'portal.svg', crew: 'crew.svg' };
const ICON_SIZE = 128;
/** The icon's own width in the SVG, which is its width in pixels at 72 dpi. */
const ICON_UNITS = 32;

const apps = Object.keys(ICONS) as (keyof typeof ICONS)[];

/** The manifest and icon links of a document. */
export const splashLinks = (app: keyof typeof ICONS): string =>
  splashScreens(app)
    .map(
      ({ href, media }) => `<link rel="apple-touch-startup-image" href="${href}" media="${media}">`,
    )
    .join('');

/** Draws the pictures that `splashScreens` names: an app's icon, from `dist`, on its background. */
export async function writeSplashScreens(dist: string): Promise<void> {
  await mkdir(path.join(dist, 'splash'), { recursive: true });
  for (const app of apps) {
    const icon = await readFile(path.join(dist, 'icons', ICONS[app]));
    const key = createHash('sha256')
      .update(JSON.stringify([GROUNDS, ICON_SIZE]))
      .update(icon)
      .digest('hex')
      .slice(0, 16);
    for (const scheme of SCHEMES) {
      const write = async (screen: Screen) => {
        const address = splashAddress(app, scheme, screen);
        const file = path.join(CACHE, key, path.basename(address));
        await makeOnce(file, (unfinished) => draw(icon, GROUNDS[scheme], screen, unfinished));
        await copyFile(file, path.join(dist, address));
      };
      await Promise.all(SCREENS.map(write));
    }
  }
}

async function draw(
  icon: Buffer,
  background: string,
  [width, height, density]: Screen,
  file: string,
): Promise<void> {
  const size = ICON_SIZE * density;
  const input = await sharp(icon, { density: (72 * size) / ICON_UNITS }).toBuffer();
  await sharp({
    create: { width: width * density, height: height * density, channels: 3, background },
  })
    .composite([{ input }])
    .png({ compressionLevel: 9 })
    .toFile(file);
}
