import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { CACHE, makeOnce } from './make-once.ts';

/** The iPhones and iPads in use, held upright: width and height in points, and pixels a point. */
const SCREENS = [
  [440, 956, 3],
  [430, 932, 3],
  [428, 926, 3],
  [420, 912, 3],
  [414, 896, 3],
  [414, 896, 2],
  [402, 874, 3],
  [393, 852, 3],
  [390, 844, 3],
  [375, 812, 3],
  [375, 667, 2],
  [1032, 1376, 2],
  [1024, 1366, 2],
  [834, 1210, 2],
  [834, 1194, 2],
  [820, 1180, 2],
  [810, 1080, 2],
  [744, 1133, 2],
] as const;

/** The ground of the pages that follow, as in src/ui/tokens.css. */
const GROUNDS = { light: '#fbfaf7', dark: '#0f1b1d' };
const ICONS = { site: 'icon.svg', portal: 'portal.svg' };
/** Points. */
const ICON_SIZE = 128;
/** How wide an icon says it is: its pixels at 72 dpi. */
const ICON_UNITS = 32;

type App = keyof typeof ICONS;
type Screen = (typeof SCREENS)[number];

const schemes = Object.keys(GROUNDS) as (keyof typeof GROUNDS)[];
const apps = Object.keys(ICONS) as App[];

const addressOf = (app: App, scheme: string, [width, height, density]: Screen) =>
  `/splash/${app}-${scheme}-${width * density}x${height * density}.png`;

/**
 * What an installed app shows on iOS until its page is there: it takes no picture but one of its very size, and the
 * manifest's colour not at all. Those for dark mode come last, because the last one that fits is taken.
 */
export function splashLinks(app: App): string {
  const links = schemes.flatMap((scheme) =>
    SCREENS.map((screen) => {
      const [width, height, density] = screen;
      const size = `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${density})`;
      const media = scheme === 'dark' ? `${size} and (prefers-color-scheme:dark)` : size;
      return `<link rel="apple-touch-startup-image" href="${addressOf(app, scheme, screen)}" media="${media}">`;
    }),
  );
  return links.join('');
}

/** Draws the pictures that the links name: an app's icon, from `dist`, on its ground. */
export async function writeSplashScreens(dist: string): Promise<void> {
  await mkdir(path.join(dist, 'splash'), { recursive: true });
  for (const app of apps) {
    const icon = await readFile(path.join(dist, 'icons', ICONS[app]));
    const key = createHash('sha256').update(JSON.stringify([GROUNDS, ICON_SIZE])).update(icon).digest('hex').slice(0, 16);
    for (const scheme of schemes) {
      const write = async (screen: Screen) => {
        const address = addressOf(app, scheme, screen);
        const file = path.join(CACHE, key, path.basename(address));
        await makeOnce(file, (unfinished) => draw(icon, GROUNDS[scheme], screen, unfinished));
        await copyFile(file, path.join(dist, address));
      };
      await Promise.all(SCREENS.map(write));
    }
  }
}

async function draw(icon: Buffer, background: string, [width, height, density]: Screen, file: string): Promise<void> {
  const size = ICON_SIZE * density;
  const input = await sharp(icon, { density: (72 * size) / ICON_UNITS }).toBuffer();
  await sharp({ create: { width: width * density, height: height * density, channels: 3, background } })
    .composite([{ input }])
    .png({ compressionLevel: 9 })
    .toFile(file);
}
