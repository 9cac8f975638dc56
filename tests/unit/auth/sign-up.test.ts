import { expect, test } from 'vitest';
import { json, openTab, refused, RONA } from '../support/portal-device.ts';

test('a sign-up gives the email address, the password and the full name, and leads to the root of the site', async () => {
  let sent: unknown;
  const tab = await openTab({
    '/auth/v1/signup?redirect_to=https%3A%2F%2Fsite.example%2F': async (request) => {
      sent = await request.json();
      return json(200, { id: RONA.id, email: RONA.email });
    },
  });
  expect(await tab.signUp(RONA.email, 'secret-1', 'Rona Skye')).toEqual({ outcome: 'done' });
  expect(sent).toEqual({
    email: RONA.email,
    password: 'secret-1',
    data: { full_name: 'Rona Skye' },
  });
});

test('a closed sign-up is reported in the service’s own words', async () => {
  const tab = await openTab({
    '/auth/v1/signup?redirect_to=https%3A%2F%2Fsite.example%2F': () =>
      refused('signup_disabled', 'Signups not allowed for this instance'),
  });
  expect(await tab.signUp(RONA.email, 'secret-1', 'Rona Skye')).toEqual({
    outcome: 'refused',
    message: 'Signups not allowed for this instance',
  });
});
