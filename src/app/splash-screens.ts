type App = 'site' | 'portal' | 'crew';
export type Screen = (typeof SCREENS)[number];

/** Current iPhones and iPads in portrait: width and height in points, and pixels a point. */
export const SCREENS = [
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

export const SCHEMES = ['light', 'dark'] as const;

/** The file of an app's picture for a screen. */
export const splashAddress = (
  app: App,
  scheme: (typeof SCHEMES)[number],
  [width, height, density]: Screen,
) => `/splash/${app}-${scheme}-${width * density}x${height * density}.png`;

/**
 * The start pictures of an installed app on iOS, which ignores the manifest's colour and takes only
 * a picture of the exact screen size. Dark mode comes last, because iOS takes the last match.
 */
export const splashScreens = (app: App): { href: string; media: string }[] =>
  SCHEMES.flatMap((scheme) =>
    SCREENS.map((screen) => {
      const [width, height, density] = screen;
      const size = `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${density})`;
      const media = scheme === 'dark' ? `${size} and (prefers-color-scheme:dark)` : size;
      return { href: splashAddress(app, scheme, screen), media };
    }),
  );

/**
 * Adds the links to the pictures, which iOS reads when the page is put on the home screen. By
 * script on iOS alone: as markup they would cost every visitor part of the first round trip.
 */
export function addSplashScreens(app: App): void {
  for (const facts of splashScreens(app)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'apple-touch-startup-image', ...facts }),
    );
  }
}
