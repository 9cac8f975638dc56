import type { Page } from '@playwright/test';
import { ADMIN } from '../backend/support/people.ts';
import { answerWith, pauseAnswer, noAnswer, signInPage } from '../support/faults.ts';
import { draw } from '../support/late-chunk.ts';
import { openPortal, signIn } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { createUser, loginHeading, signOutButton, storedSession } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';

const TOKEN = 'POST /auth/v1/token*';
const NOT_ADMIN = 'You do not have permission to access the admin portal.';

const form = (page: Page) => page.getByRole('main');
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const password = (page: Page) => page.getByLabel('Password');
const failure = (page: Page) => form(page).locator('form');
const button = (page: Page) => page.getByRole('button', { name: /^Sign(ing)? [Ii]n/ });

async function enter(page: Page, person = ADMIN): Promise<void> {
  await email(page).fill(person.email);
  await password(page).fill(person.password);
  await button(page).click();
}

test('a sign-in without an email address or a password asks for both', async ({ device }) => {
  const page = await device.open('/admin/login');
  await button(page).click();
  await expect(toast(page, 'Error')).toBeVisible();
  await expect(toast(page, 'Please fill in all fields')).toBeVisible();
  await expect(email(page)).toBeFocused();

  await email(page).fill(ADMIN.email);
  await button(page).click();
  await expect(password(page)).toBeFocused();
  await expect(email(page)).not.toHaveAttribute('aria-invalid');
});

test('a wrong password is refused in the service’s own words', async ({ device }) => {
  const page = await device.open('/admin/login');
  await enter(page, { ...ADMIN, password: 'wrong' });
  await expect(toast(page, 'Login Failed')).toBeVisible();
  await expect(toast(page, 'Invalid login credentials')).toBeVisible();
  await expect(failure(page).getByRole('paragraph')).toHaveText([
    'Login Failed',
    'The email address or the password is wrong. Please check both.',
    'Invalid login credentials',
  ]);
  await expect(form(page)).toContainText('Ask the person who manages this website for a new one.');
  expect(await storedSession(page)).toBeNull();
});

test('the password is shown on demand, and hidden again when the form is sent', async ({
  device,
}) => {
  const page = await device.open('/admin/login');
  await password(page).fill('a password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('a password');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');

  await page.getByRole('button', { name: 'Show password' }).click();
  await button(page).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('an administrator signs in, sees each step, and reaches the dashboard', async ({
  device,
  network,
}) => {
  const page = await device.open('/admin/login');
  const paused = pauseAnswer();
  network.answerInTurn('POST /rest/v1/rpc/has_role', [paused.answer]);
  await enter(page);
  await expect(button(page)).toHaveText('Signing in...');
  await paused.arrived;
  await expect(toast(page, 'Logged in successfully. Checking permissions...')).toBeVisible();
  paused.release();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('banner')).toContainText('Welcome back, Administrator');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeFocused();
});

test('a person without the role is signed out again, and the device stores nothing of it', async ({
  device,
  backend,
}) => {
  const user = await createUser(backend);
  const page = await device.open('/admin/login');
  const signedOut = page.waitForResponse('**/auth/v1/logout*');
  await enter(page, user);
  await expect(toast(page, NOT_ADMIN)).toBeVisible();
  await expect(failure(page)).toContainText(NOT_ADMIN);
  expect((await signedOut).status()).toBe(204);
  expect(await storedSession(page)).toBeNull();
});

test(
  'a missing account after an accepted password has its own message',
  { tag: '@nightly' },
  async ({ device, network }) => {
    const page = await device.open('/admin/login');
    network.answerEvery(
      'GET /auth/v1/user',
      answerWith(403, { code: 403, error_code: 'user_not_found', msg: 'User not found' }),
    );
    await enter(page);
    await expect(toast(page, 'Unable to resolve authenticated user after sign in.')).toBeVisible();
    expect(await storedSession(page)).toBeNull();
  },
);

test(
  'a server that fails after the password leaves the account unresolved, and the page says why',
  { tag: '@nightly' },
  async ({ device, network }) => {
    const page = await device.open('/admin/login');
    network.answerEvery('GET /auth/v1/user', gatewayPage);
    await enter(page);
    await expect(toast(page, 'Unable to resolve authenticated user after sign in.')).toBeVisible();
    await expect(failure(page)).toContainText('Our server is having trouble.');
  },
);

const gatewayPage = answerWith(503, '<h1>503 Service Unavailable</h1>', {
  'content-type': 'text/html',
});
const LIMIT = 'Request rate limit reached';
const LIMITED = 'Too many attempts. Please wait a few minutes and try again.';
const TROUBLE = 'Our server is having trouble. Please try again in a minute.';
const FOREIGN =
  'This network is answering in place of our server. Open its sign-in page, or use another network, and try again.';
const NO_CONNECTION = 'There is no connection. Please check yours and try again.';

test('a failed sign-in names its cause, with the service’s words if it has any, and keeps the typed text', async ({
  device,
  network,
}) => {
  const page = await device.open('/admin/login');
  for (const { answer, said, explained } of [
    {
      answer: answerWith(429, { code: 429, error_code: 'over_request_rate_limit', msg: LIMIT }),
      said: LIMIT,
      explained: LIMITED,
    },
    {
      answer: answerWith(500, {
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Database error',
      }),
      said: 'Database error',
      explained: TROUBLE,
    },
    { answer: gatewayPage, said: TROUBLE },
    { answer: signInPage, said: FOREIGN },
    { answer: noAnswer, said: NO_CONNECTION },
    {
      answer: answerWith(511, '<h1>Sign in</h1>', { 'content-type': 'text/html' }),
      said: FOREIGN,
    },
  ]) {
    const answers = network.answerEvery(TOKEN, answer);
    await enter(page);
    await expect(toast(page, said).first()).toBeVisible();
    await expect(failure(page).getByRole('paragraph')).toHaveText(
      explained ? ['Login Failed', explained, said] : ['Login Failed', said],
    );
    await expect(password(page)).toHaveValue(ADMIN.password);
    answers.stop();
  }
});

test(
  'a browser that can not store the session says so',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.context.newPage();
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto('/admin/login');
    await enter(page);
    await expect(failure(page)).toContainText('This browser could not keep your sign-in.');
  },
);

test('an unexpected failure has a message', { tag: '@nightly' }, async ({ device }) => {
  const page = await device.context.newPage();
  await page.addInitScript(() => void Reflect.set(globalThis, 'fetch', null));
  await page.goto('/admin/login');
  await enter(page);
  await expect(toast(page, 'An unexpected error occurred')).toBeVisible();
});

test('a signed-in administrator is redirected from the sign-in', async ({ device }) => {
  const page = await openPortal(device);
  await page.goto('/admin/login');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('a screen without a session is replaced by the sign-in', async ({ device }) => {
  const page = await device.open('/about');
  await page.goto('/admin/bookings');
  await expect(loginHeading(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('the screen that a link leads to opens after the sign-in; after a sign-out it is the dashboard', async ({
  device,
}) => {
  const page = await device.open('/admin/bookings?find=ann');
  await enter(page);
  await expect(page).toHaveURL(/\/admin\/bookings\?find=ann$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeFocused();

  await signOutButton(page).click();
  await signIn(page);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('a sign-out leads the focus to the sign-in’s heading, and an address that is opened leaves it alone', async ({
  device,
}) => {
  const page = await openPortal(device);
  await signOutButton(page).press('Enter');
  await expect(loginHeading(page)).toBeFocused();

  for (const path of ['/admin/login', '/admin/bookings']) {
    await page.goto(path);
    await expect(loginHeading(page)).toBeVisible();
    await draw(page);
    await expect(page.locator(':focus')).toHaveCount(0);
  }
});
