import { expect, pageTest as test } from '../support/test.ts';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

interface WebManifest {
  id: string;
  scope: string;
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
}

const INSTALLS = [
  { name: 'site', opens: '/', title: 'Whitecart', scope: '/', start: '/', shortcuts: { 'Book Now': '/booking', 'My requests': '/requests' } },
  {
    name: 'portal',
    opens: '/admin/login',
    title: 'Portal',
    scope: '/admin/',
    start: '/admin/dashboard',
    shortcuts: { Bookings: '/admin/bookings', Messages: '/admin/messages' },
  },
];

for (const { name, opens, title, scope, start, shortcuts } of INSTALLS) {
  test(`the ${name} is an install of its own, and everything that its manifest names is there in its size`, async ({ device }) => {
    const page = await device.open(opens);
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const response = await page.request.get(address ?? '');
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await response.json()) as WebManifest;

    expect(manifest).toMatchObject({ id: scope, scope, start_url: start, lang: 'en-GB', display: 'standalone' });
    expect(Object.fromEntries(manifest.shortcuts.map(({ name, url }) => [name, url]))).toEqual(shortcuts);
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
      const picture = await page.request.get(src);
      expect(picture.status(), src).toBe(200);
      expect(picture.headers()['content-type'], src).toBe(type);
      expect(await page.evaluate(sizeOf, src), src).toBe(sizes);
    }
    for (const url of [start, ...Object.values(shortcuts)]) expect((await page.request.get(url)).status(), url).toBe(200);
    await expect(page.locator('meta[name=apple-mobile-web-app-title]')).toHaveAttribute('content', title);
  });

  test(`the browser finds nothing wrong with the ${name}’s manifest`, async ({ device }) => {
    const page = await device.open(opens);
    const cdp = await device.context.newCDPSession(page);
    const { errors } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });
}

/** Runs in the page. */
async function sizeOf(src: string): Promise<string> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}
