import type { Locator } from '@playwright/test';
import { fieldsOf } from '../support/booking.ts';
import { openPortal } from '../support/portal.ts';
import { expect, pageTest as test } from '../support/test.ts';

const backgroundOf = (control: Locator) =>
  control.evaluate((element) => getComputedStyle(element).backgroundColor);

/** The luminance of a computed colour, from 0 (black) to 1 (white). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, from 1 to 21. */
function contrast(...colours: [string, string]): number {
  const [dark = 0, light = 0] = colours.map(luminance).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The contrast between a control's border and its background, or 0 if the browser draws the
 * control.
 */
async function borderContrast(control: Locator): Promise<number> {
  const { border, appearance, ground } = await control.evaluate((element) => {
    const backgroundAt = (place: Element) => getComputedStyle(place).backgroundColor;
    const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)' || colour === 'transparent';
    let place: Element | null = element;
    while (place && isClear(backgroundAt(place))) place = place.parentElement;
    const { borderTopColor, appearance } = getComputedStyle(element);
    return { border: borderTopColor, appearance, ground: place && backgroundAt(place) };
  });
  return appearance !== 'none' || !ground ? 0 : contrast(border, ground);
}

const placeholderColour = (field: Locator) =>
  field.evaluate((element) => getComputedStyle(element, '::placeholder').color);

test('in the dark, an empty checkbox and an empty radio button stand out from the background', async ({
  device,
}) => {
  const page = await device.open('/booking', { colorScheme: 'dark' });
  await expect(fieldsOf(page).name).toBeEnabled();
  expect(await borderContrast(page.getByRole('checkbox'))).toBeGreaterThanOrEqual(3);

  await page.goto('/careers');
  await expect(page.getByRole('radio').first()).toBeEnabled();
  expect(await borderContrast(page.getByRole('radio').first())).toBeGreaterThanOrEqual(3);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a field’s placeholder is readable in the ${colorScheme} scheme`, async ({ device }) => {
    const page = await openPortal(device, '/admin/testimonials', { colorScheme });
    await page.getByRole('button', { name: 'New Testimonial' }).click();
    const role = page.getByRole('dialog').getByLabel('Role/Title');

    await expect(role).toHaveAttribute('placeholder', 'Homeowner');
    expect(await placeholderColour(role)).not.toBe(
      await role.evaluate((element) => getComputedStyle(element).color),
    );
    expect(
      contrast(await placeholderColour(role), await backgroundOf(role)),
    ).toBeGreaterThanOrEqual(4.5);
  });
}

test('in the system’s own colours, the page that is shown, the open tab and the chosen filter stand out', async ({
  device,
}) => {
  const page = await device.open('/services', { forcedColors: 'active' });
  const bar = page.getByRole('navigation', { name: 'Main' });
  expect(await backgroundOf(bar.getByRole('link', { name: 'Services' }))).not.toBe(
    await backgroundOf(bar.getByRole('link', { name: 'About' })),
  );
  expect(await backgroundOf(page.getByRole('tab', { name: 'Residential' }))).not.toBe(
    await backgroundOf(page.getByRole('tab', { name: 'Commercial' })),
  );

  await page.goto('/gallery');
  const filter = (name: string) => page.getByRole('button', { name, exact: true });
  expect(await backgroundOf(filter('All'))).not.toBe(await backgroundOf(filter('Commercial')));
});

test('in the system’s own colours, the chosen order of the bookings stands out', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/bookings', { forcedColors: 'active' });
  const order = (name: string) =>
    page.getByRole('group', { name: 'View' }).getByText(name, { exact: true });
  await expect(page.getByRole('radio', { name: 'Received' })).toBeChecked();
  expect(await backgroundOf(order('Received'))).not.toBe(await backgroundOf(order('Schedule')));
});

test('in the system’s own colours, cards, buttons and the link to the chat have an edge, on every page that is only read', async ({
  device,
}) => {
  const hasEdge = (place: Locator) => expect(place).not.toHaveCSS('border-top-width', '0px');
  const page = await device.open('/about', { forcedColors: 'active' });
  const chat = page.getByRole('link', { name: 'Chat on WhatsApp' });
  await hasEdge(chat);
  await hasEdge(page.getByRole('main').getByRole('link', { name: 'Book a Service' }));

  await page.goto('/services');
  await hasEdge(page.getByRole('tabpanel').getByRole('article').first());

  await page.goto('/privacy');
  await hasEdge(chat);
  await expect(page.getByRole('main').getByRole('link', { name: 'My requests' })).toHaveCSS(
    'text-decoration-line',
    'underline',
  );

  await page.goto('/nowhere');
  await hasEdge(chat);
  const [home, report] = ['Back to Home', 'Report rogue dust bunny'].map((name) =>
    page.getByRole('link', { name }),
  );
  if (!home || !report) throw new Error('A button is missing.');
  await hasEdge(home);
  await hasEdge(report);
  expect(await backgroundOf(home)).not.toBe(await backgroundOf(report));
});

test('on paper, the colours are the light ones, and nothing floats over the text', async ({
  device,
}) => {
  const page = await device.open('/booking', { colorScheme: 'dark', media: 'print' });

  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 250, 247)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(29, 49, 56)');
  await expect(page.getByRole('link', { name: 'Chat on WhatsApp' })).toBeHidden();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
});
