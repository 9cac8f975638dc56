import { COMPANY, SHORT_NAME } from '../../src/site/content/company.ts';
import { expect, pageTest as test } from '../support/test.ts';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

interface WebManifest {
  name: string;
  short_name: string;
  id: string;
  scope: string;
  theme_color: string;
  background_color: string;
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
}

const IPHONE = { width: 390, height: 844, deviceScaleFactor: 3 };
const IPAD = { width: 820, height: 1180, deviceScaleFactor: 2 };

const INSTALLS = [
  {
    name: 'site',
    opens: '/',
    title: SHORT_NAME,
    called: COMPANY.name,
    scope: '/',
    start: '/',
    shortcuts: { 'Book Now': '/booking', 'My requests': '/requests' },
    bar: { light: '#fbfaf7', dark: '#0f1b1d' },
  },
  {
    name: 'portal',
    opens: '/admin/login',
    title: 'Portal',
    called: `${SHORT_NAME} Portal`,
    scope: '/admin/',
    start: '/admin/dashboard',
    shortcuts: { Bookings: '/admin/bookings', Messages: '/admin/messages' },
    bar: { light: '#12383a', dark: '#0a1415' },
  },
  {
    name: 'crew',
    opens: '/crew',
    title: 'Our day',
    called: `Our day, ${SHORT_NAME}`,
    scope: '/crew',
    start: '/crew',
    shortcuts: {},
    bar: { light: '#fbfaf7', dark: '#0f1b1d' },
  },
];

for (const { name, opens, title, called, scope, start, shortcuts, bar } of INSTALLS) {
  test(`the ${name} is an install of its own, and everything that its manifest names is there in its size`, async ({
    device,
  }) => {
    const page = await device.open(opens);
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const response = await page.request.get(address ?? '');
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await response.json()) as WebManifest;

    expect(manifest).toMatchObject({
      name: called,
      short_name: title,
      id: scope,
      scope,
      start_url: start,
      lang: 'en-GB',
      display: 'standalone',
    });
    expect(Object.fromEntries(manifest.shortcuts.map(({ name, url }) => [name, url]))).toEqual(
      shortcuts,
    );
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(
      new Set(['narrow', 'wide']),
    );
    for (const { src, sizes, type } of [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }) => icons),
    ]) {
      const picture = await page.request.get(src);
      expect(picture.status(), src).toBe(200);
      expect(picture.headers()['content-type'], src).toBe(type);
      expect(await page.evaluate(sizeOf, src), src).toBe(sizes);
    }
    for (const url of [start, ...Object.values(shortcuts)])
      expect((await page.request.get(url)).status(), url).toBe(200);
    await expect(page.locator('meta[name=apple-mobile-web-app-title]')).toHaveAttribute(
      'content',
      title,
    );
  });

  test(`the ${name} has a bar in its own colour, in light and in dark mode, and begins on the ground of its pages`, async ({
    device,
  }) => {
    for (const [colorScheme, colour] of [
      ['light', bar.light],
      ['dark', bar.dark],
    ] as const) {
      const page = await device.open(opens, { colorScheme });
      expect(await page.evaluate(barColour)).toBe(colour);
    }
    const page = await device.open(opens, { colorScheme: 'light' });
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await page.request.get(address ?? '')).json()) as WebManifest;
    expect(manifest).toMatchObject({ theme_color: bar.light, background_color: '#fbfaf7' });
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 250, 247)');
  });

  test(`on an iPhone and an iPad the ${name} begins with its icon, in light and in dark mode, drawn for that very screen`, async ({
    device,
  }) => {
    await device.context.addInitScript(() =>
      Object.defineProperty(navigator, 'standalone', { value: false }),
    );
    for (const screen of [IPHONE, IPAD]) {
      const page = await device.open('/robots.txt');
      const cdp = await device.context.newCDPSession(page);
      await cdp.send('Emulation.setDeviceMetricsOverride', {
        ...screen,
        screenWidth: screen.width,
        screenHeight: screen.height,
        mobile: true,
      });
      await page.goto(opens);
      await expect(page.locator('link[rel=apple-touch-startup-image]')).toHaveCount(36);
      const size = `${screen.width * screen.deviceScaleFactor}x${screen.height * screen.deviceScaleFactor}`;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const src = await page.evaluate(splashScreen);
        expect(src).toBe(`/splash/${name}-${colorScheme}-${size}.png`);
        expect(await page.evaluate(sizeOf, src)).toBe(size);
      }
    }
  });

  test(`the browser finds nothing wrong with the ${name}’s manifest`, async ({ device }) => {
    const page = await device.open(opens);
    const cdp = await device.context.newCDPSession(page);
    const { errors } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });
}

test.describe('on a device that keeps the site', () => {
  test.use({ visitedBefore: 'site' });

  test('the worker keeps none of the pictures that an app begins with on iOS', async ({
    device,
  }) => {
    const page = await device.openInstalled('/');
    const kept = await page.evaluate(async () => {
      const keys = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return keys.flat().map(({ url }) => url);
    });
    expect(kept).not.toEqual([]);
    expect(kept.filter((url) => url.includes('/splash/'))).toEqual([]);
  });
});

/** Runs in the page: the colour of the browser's bar. */
function barColour(): string | undefined {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
  return metas.find(({ media }) => matchMedia(media).matches)?.content;
}

/** Runs in the page: iOS uses the last matching one. */
function splashScreen(): string {
  const links = [
    ...document.querySelectorAll<HTMLLinkElement>('link[rel=apple-touch-startup-image]'),
  ];
  return links.findLast(({ media }) => matchMedia(media).matches)?.getAttribute('href') ?? '';
}

/** Runs in the page. */
async function sizeOf(src: string): Promise<string> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}
