import { COMPANY } from '../../src/site/content/company.ts';
import { setTestimonials } from '../support/content.ts';
import { answerWith, pauseAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

const READ = 'GET /rest/v1/testimonials*';

test('the testimonials page shows every testimonial, the newest first, with name, role, rating and quote', async ({
  device,
  backend,
}) => {
  await setTestimonials(backend, [
    {
      name: 'Morag Reid',
      role: 'Homeowner',
      rating: 4,
      quote: 'They cleaned every corner of the house.',
    },
    { name: 'Iain', quote: 'The office is ready every single morning.' },
  ]);
  const page = await device.open('/testimonials');
  await expect(page).toHaveTitle(`What Our Clients Say | ${COMPANY.name}`);

  const cards = page.getByRole('main').getByRole('figure');
  await expect(cards).toHaveText([
    /They cleaned every corner of the house\..*MR.*Morag Reid.*Homeowner/,
    /The office is ready every single morning\..*I.*Iain/,
  ]);
  await expect(cards.first().getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
});

test('a portrait that can not be loaded gives way to the initials', async ({ device, network }) => {
  const [name, avatar_url] = ['Morag Reid', '/storage/v1/object/public/testimonials/gone.webp'];
  network.answerEvery(
    READ,
    answerWith(200, [{ id: '1', name, role: null, rating: 5, quote: 'Spotless.', avatar_url }]),
  );
  const page = await device.open('/testimonials');

  await expect(page.getByText('MR', { exact: true })).toBeVisible();
});

test('six placeholders show while the testimonials load', async ({ device, network }) => {
  const paused = pauseAnswer();
  network.answerEvery(READ, paused.answer);
  const page = await device.open('/testimonials');

  const loading = page.getByRole('status', { name: 'Loading testimonials' });
  await expect(loading.locator('> *')).toHaveCount(6);
  paused.release();
  await expect(loading).toHaveCount(0);
});

test('the testimonials are requested before the page’s scripts are there, and once', async ({
  device,
  backend,
  network,
}) => {
  await setTestimonials(backend, [{ name: 'Morag Reid' }]);
  const scripts = pauseAnswer();
  network.answerEvery('GET /assets/testimonials-page-*.js', scripts.answer);
  const page = await device.context.newPage();
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/testimonials')) reads++;
  });

  await page.goto('/testimonials');
  await scripts.arrived;
  await expect.poll(() => reads).toBe(1);
  scripts.release();

  await expect(page.getByText('Morag Reid', { exact: true })).toBeVisible();
  expect(reads).toBe(1);
});

test('without testimonials the page says so', async ({ device, backend }) => {
  await setTestimonials(backend, []);
  const page = await device.open('/testimonials');

  await expect(page.getByText('No testimonials available yet', { exact: true })).toBeVisible();
});

test('testimonials that could not be read are logged and show as empty', async ({
  device,
  network,
}) => {
  network.answerEvery(READ, answerWith(500, {}));
  const page = await device.context.newPage();
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('list'),
  );
  await page.goto('/testimonials');

  expect((await logged).text()).toContain('500');
  await expect(page.getByText('No testimonials available yet', { exact: true })).toBeVisible();
});
