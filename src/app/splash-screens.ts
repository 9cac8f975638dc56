type App = 'site' | 'portal';
export type Screen = (typeof SCREENS)[number];

/** The iPhones and iPads in use, held upright: width and height in points, and pixels a point. */
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

/** Where the build puts the picture of an app for a screen. */
export const splashAddress = (
  app: App,
  scheme: (typeof SCHEMES)[number],
  [width, height, density]: Screen,
) => `/splash/${app}-${scheme}-${width * density}x${height * density}.png`;

/**
 * What an installed app shows on iOS until its page is there: it takes no picture but one of its very size, and the
 * manifest's colour not at all. Those for dark mode come last, because the last one that fits is taken.
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
 * Names them to the browser, which looks when somebody puts the page on the home screen. On iOS alone, where they would
 * otherwise cost every visitor's first view a part of its first round trip.
 */
export function addSplashScreens(app: App): void {
  for (const facts of splashScreens(app)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'apple-touch-startup-image', ...facts }),
    );
  }
}
