import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { ReplicaRow } from '../../src/core/server/admin-backend.ts';
import { boxOf, expectCount, expectTexts, focus, styleOf, toast } from './support/look.ts';
import { pause } from './support/pause.ts';
import { openPortal, synced } from './support/portal.tsx';
import {
  card,
  cards,
  deleteButton,
  deleteSelected,
  names,
  row,
  searchField,
  selectAll,
  selectBox,
} from './support/portal-list.ts';
import { aMessage, anApplication, aPosting, aRequest } from './support/rows.ts';
import { server } from './support/server.ts';

const syncNow = () => page.getByRole('button', { name: 'Sync now' }).click();

test('a booking shows every field of the form, notes if there are any, its time, status and reference, and the newest is first', async () => {
  const [id = ''] = server.store(
    'bookings',
    aRequest({
      ...{ name: 'Isla Bute', phone: '0141 496 0123', email: 'isla@example.com' },
      address: '4 Abbey Close, Paisley PA1 1TF',
      ...{ service_type: 'move', preferred_date: '2027-03-05', preferred_time: 'afternoon' },
      notes: 'Two cats.\nThe key is next door.',
      created_at: '2026-11-05T10:00:00Z',
    }),
    aRequest({ name: 'Rona Skye', notes: null, created_at: '2026-11-05T10:00:01Z' }),
  );
  await openPortal('/admin/bookings');

  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Bookings$/);
  await expect.element(page.getByText('Manage customer service bookings')).toBeVisible();
  const booking = card('Isla Bute');
  for (const text of [
    'pending',
    'Nov 05, 2026',
    'Friday, March 05, 2027, 12PM-5PM',
    'Move In/Out',
    '0141 496 0123',
    'isla@example.com',
    '4 Abbey Close, Paisley PA1 1TF',
    referenceOf(id),
  ])
    await expect.element(booking).toHaveTextContent(text);
  await expect.element(booking.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect.element(booking.getByText('Two cats.')).toHaveTextContent('The key is next door.');
  await expectCount(card('Rona Skye').getByRole('heading', { name: 'Notes' }), 0);
  expect(names()).toEqual(['Rona Skye', 'Isla Bute']);
});

test('the badge of each state has a colour of its own: yellow, green, blue, red, and grey for an unknown one', async () => {
  const [id = ''] = server.store('bookings', aRequest({ name: 'Isla Bute' }));
  await openPortal('/admin/bookings');
  for (const [status, colour] of [
    ['pending', 'rgb(253, 241, 211)'],
    ['confirmed', 'rgb(227, 244, 232)'],
    ['completed', 'rgb(227, 241, 248)'],
    ['cancelled', 'rgb(253, 235, 230)'],
    ['rescheduled', 'rgb(251, 250, 247)'],
  ]) {
    server.lists.change(id, { status });
    await syncNow();
    const badge = card('Isla Bute').getByText(`Status: ${status}`, { exact: true });
    await expect.element(badge).toBeVisible();
    expect(styleOf(badge).backgroundColor).toBe(colour);
  }
});

test('a search adds a booking that arrives meanwhile, and drops one that is deleted', async () => {
  server.store('bookings', aRequest({ name: 'Isla Bute' }));
  await openPortal('/admin/bookings');
  await searchField.fill('rona');
  await expect.element(page.getByText('Nothing matches your search.')).toBeVisible();

  const [id = ''] = server.store('bookings', aRequest({ name: 'Rona Skye' }));
  await syncNow();
  await expect.element(card('Rona Skye')).toBeVisible();

  server.lists.remove(id);
  await syncNow();
  await expect.element(page.getByText('Nothing matches your search.')).toBeVisible();
});

test('a search finds every booking on the device, also those not yet shown', async () => {
  const others = { phone: '0141 555 0100', email: 'other@example.com' };
  server.store(
    'bookings',
    ...Array.from({ length: 120 }, (_, n) => aRequest({ ...others, name: `Customer ${n + 1}` })),
  );
  const [id = ''] = server.store(
    'bookings',
    aRequest({ name: 'Isla Muir', phone: '0141 496 0123', created_at: '2026-01-01T10:00:00Z' }),
  );
  await openPortal('/admin/bookings');
  await expect.element(card('Customer 1')).toBeVisible();

  for (const text of [
    'isla',
    'MUIR isla',
    '01414960123',
    '0141 496 0123',
    referenceOf(id),
    referenceOf(id).replace('-', '').toLowerCase(),
  ]) {
    await searchField.fill(text);
    await expectCount(cards, 1);
    await expect.element(card('Isla Muir')).toBeVisible();
  }
  await searchField.fill('nobody of that name');
  await expect.element(page.getByText('Nothing matches your search.')).toBeVisible();
});

const [FIRST, SECOND] = ['The first one', 'The second one'];
const undone = (rows: string) =>
  `Are you sure you want to delete 2 ${rows}? This action cannot be undone.`;

for (const { path, store, title, question, deleted, empty } of [
  {
    path: 'bookings',
    store: (name: string) => server.store('bookings', aRequest({ name })),
    title: 'Delete Bookings',
    question: undone('booking(s)'),
    deleted: 'Deleted 2 booking(s)',
    empty: 'No bookings yet',
  },
  {
    path: 'careers',
    store: (name: string) => server.store('careers', aPosting({ title: name })),
    title: 'Delete Job Postings',
    question: undone('job posting(s)'),
    deleted: 'Deleted 2 job posting(s)',
    empty: 'No job postings yet',
  },
  {
    path: 'messages',
    store: (name: string) => server.store('contact_messages', aMessage({ name })),
    title: 'Delete Messages',
    question: undone('message(s)'),
    deleted: 'Deleted 2 message(s)',
    empty: 'No messages yet',
  },
])
  test(`${title}: a confirmed deletion removes the selection, with its own texts and those of the empty list`, async () => {
    const ids = [FIRST, SECOND].flatMap(store);
    await openPortal(`/admin/${path}`);
    await expect.element(selectBox(FIRST)).toBeVisible();
    await expectCount(deleteButton, 0);
    await selectBox(FIRST).click();
    await expect.element(deleteButton).toHaveTextContent(/^Delete Selected \(1\)$/);
    await selectBox(SECOND).click();
    await deleteButton.click();

    const dialog = page.getByRole('dialog', { name: title });
    const [text, cancel] = [
      dialog.getByText(question),
      dialog.getByRole('button', { name: 'Cancel' }),
    ];
    await expect.element(text).toBeVisible();
    await expect.element(dialog).toHaveTextContent('you can undo it until it is sent.');
    expect(boxOf(text).bottom).toBeLessThanOrEqual(boxOf(cancel).top);
    await cancel.click();
    await expectCount(cards, 2);
    await deleteSelected();

    await expect.element(toast(/^Success$/)).toBeVisible();
    await expect.element(toast(deleted)).toBeVisible();
    await expect.element(page.getByText(empty)).toBeVisible();
    await expectCount(deleteButton, 0);
    expect(ids.filter((id) => server.lists.rowOf(id))).toEqual([]);
  });

test('all shown rows can be selected and cleared at once, and a row that a search hides is not deleted', async () => {
  for (const name of ['Ann Baker', 'Ben Nevis', 'Cat Stane'])
    server.store('bookings', aRequest({ name, email: '' }));
  await openPortal('/admin/bookings');
  await expectCount(cards, 3);

  await selectAll.click();
  await expect.element(deleteButton).toHaveTextContent(/^Delete Selected \(3\)$/);
  await searchField.fill('Ben Nevis');
  await expect.element(deleteButton).toHaveTextContent(/^Delete Selected \(1\)$/);
  await deleteSelected();
  await expect.element(toast('Deleted 1 booking(s)')).toBeVisible();
  await searchField.fill('');

  await expectCount(cards, 2);
  expect(names().sort()).toEqual(['Ann Baker', 'Cat Stane']);
  await expectCount(deleteButton, 0);
});

test('bookings that can not be loaded say so once, and those on the device stay readable', async () => {
  server.store('bookings', aRequest({ name: 'Isla Bute' }));
  await openPortal('/admin/bookings');
  await expect.element(card('Isla Bute')).toBeVisible();
  await expect.element(synced).toBeVisible();
  server.lists.refusals.set('readChanges', { outcome: 'rejected', message: 'no' });

  await syncNow();

  await expect.element(toast('Failed to fetch bookings')).toBeVisible();
  await expectCount(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'), 1);
  await expect.element(card('Isla Bute')).toBeVisible();
});

test('an application shows the applicant, their contact details, the cover letter if there is one, and its reference', async () => {
  const [id = ''] = server.store(
    'job_applications',
    anApplication({
      ...{ name: 'Finlay Applies', phone: '0141 496 0177', email: 'finlay@example.com' },
      cover_letter: 'I like clean windows.\nAnd stairs.',
      created_at: '2026-11-05T10:00:00Z',
    }),
    anApplication({ name: 'A person of few words' }),
  );
  await openPortal('/admin/applications');

  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Job Applications$/);
  await expect.element(page.getByText('Review candidate applications')).toBeVisible();
  for (const text of [
    'Nov 05, 2026',
    'Cover Letter',
    'I like clean windows.',
    'And stairs.',
    '0141 496 0177',
    'finlay@example.com',
    referenceOf(id),
  ])
    await expect.element(card('Finlay Applies')).toHaveTextContent(text);
  await expect.element(card('A person of few words')).toBeVisible();
  await expectCount(card('A person of few words').getByText('Cover Letter'), 0);
});

test('an application names its position, is found by it, and still names it after the position was deleted', async () => {
  const [career_id = ''] = server.store('careers', aPosting({ title: 'Night cleaner' }));
  server.store(
    'job_applications',
    anApplication({ name: 'Nora Dunn', career_id, job_title: 'Night cleaner' }),
    anApplication({ name: 'Ben Nevis', job_title: 'Driver' }),
  );
  await openPortal('/admin/applications');
  await expect.element(card('Nora Dunn')).toHaveTextContent('Night cleaner');
  await searchField.fill('night');
  await expectCount(cards, 1);
  await expect
    .poll(() => card('Nora Dunn').element().querySelector('mark')?.textContent)
    .toBe('Night');
  await searchField.fill('');

  server.lists.change(career_id, { title: 'Evening cleaner' });
  await syncNow();
  await expect.element(card('Nora Dunn')).toHaveTextContent('Evening cleaner');
  server.lists.remove(career_id);
  await syncNow();

  await expect.element(card('Nora Dunn')).toHaveTextContent('Night cleaner');
});

/** Stores a booking whose email three attempts did not send; the server's next one is far off. */
function storeUnannounced(
  name: string,
  changes: Partial<ReplicaRow<'alerts'>> = {},
): { id: string; alert: string } {
  const [id = ''] = server.store('bookings', aRequest({ name }));
  const [alert = ''] = server.store('alerts', {
    ...{ kind: 'booking', record_id: id, event_id: null, job_title: null },
    ...{ state: 'failed', attempts: 3, bounces: 0, reason: null },
    ...{ bounced_at: null, sent_at: null },
    created_at: new Date().toISOString(),
    claimed_at: new Date().toISOString(),
    ...changes,
  });
  return { id, alert };
}

/** The server sends each alert that is asked for. */
function sendAlerts(): string[] {
  const sent: string[] = [];
  server.office.sendAlert = async (_, id) => {
    sent.push(id);
    for (const alert of server.lists.ids('alerts'))
      if (server.lists.rowOf(alert)?.record_id === id)
        server.lists.change(alert, { state: 'sent' });
    return { outcome: 'accepted' };
  };
  return sent;
}

const sendAgain = (name: string) => card(name).getByRole('button', { name: /^Send again/ });

test('many unsent email alerts are one line, with the list behind it, and are sent again together', async () => {
  const ids = ['Ann', 'Ben', 'Cat'].map((name) => storeUnannounced(name).id);
  server.store('bookings', aRequest());
  const sent = sendAlerts();
  await openPortal();
  const late = page.getByRole('region', { name: '3 email alerts not sent' });
  await expectTexts(late.getByRole('button'), ['Show the list', 'Send all again']);
  await late.getByRole('button', { name: 'Show the list' }).click();
  await expectCount(late.getByRole('listitem'), 3);

  await late.getByRole('button', { name: 'Send all again' }).click();

  await expect.element(toast('3 email alerts were sent')).toBeVisible();
  await expectCount(late, 0);
  expect(sent.sort()).toEqual(ids.sort());
});

test('an email alert that was not sent is marked on its card and sent again from there', async () => {
  const { id } = storeUnannounced('Late Lachlan');
  server.store('bookings', aRequest({ name: 'Fresh Fiona' }));
  const sent = sendAlerts();
  await openPortal('/admin/bookings');
  const text = 'The email alert was not sent';
  await expect.element(card('Late Lachlan')).toHaveTextContent(text);
  await expect.element(card('Fresh Fiona')).not.toHaveTextContent(text);

  await sendAgain('Late Lachlan').click();

  await expect.element(card('Late Lachlan')).not.toHaveTextContent(text);
  expect(sent).toEqual([id]);
});

test('the search keeps the focus while an email alert is sent again', async () => {
  const { id, alert } = storeUnannounced('Late Lachlan');
  const { released, release } = pause();
  server.office.sendAlert = async () => {
    await released;
    server.lists.change(alert, { state: 'sent' });
    return { outcome: 'accepted' };
  };
  await openPortal('/admin/bookings');
  await sendAgain('Late Lachlan').click();
  await searchField.fill('Lachlan');
  focus(searchField);
  release();

  await expect.element(toast(`The email alert for ${referenceOf(id)} was sent`)).toBeVisible();
  await expectCount(sendAgain('Late Lachlan'), 0);
  await expect.element(searchField).toHaveFocus();
});

test('an email alert that bounced after it was sent is on the dashboard with the reason', async () => {
  const reason = 'Bounced: The mailbox is full.';
  const { id } = storeUnannounced('Late Lachlan', {
    ...{ state: 'failed', attempts: 0, reason, bounces: 1 },
    bounced_at: new Date().toISOString(),
  });
  sendAlerts();
  await openPortal();
  const late = page.getByRole('region', { name: /email alerts? not sent$/ });
  await expect
    .element(late.getByRole('listitem').filter({ hasText: referenceOf(id) }))
    .toHaveTextContent(reason);
  await late
    .getByRole('button', { name: `Send again the email alert for ${referenceOf(id)}` })
    .click();
  await expectCount(late, 0);
});

test('the link of a late alert opens a list of 300 at its row, which keeps its place in the address', async () => {
  const store = (from: number, to: number) =>
    server.store(
      'bookings',
      ...Array.from({ length: to - from + 1 }, (_, n) =>
        aRequest({ name: `Customer ${from + n}` }),
      ),
    );
  store(1, 149);
  const { id } = storeUnannounced('Customer 150');
  store(151, 300);
  await page.viewport(390, 844);
  await openPortal();
  await page
    .getByRole('region', { name: /email alerts? not sent$/ })
    .getByRole('link', { name: referenceOf(id) })
    .click();

  const topOf = (name: string) => boxOf(row(name)).top;
  const expectTop = (name: string, top: number) =>
    expect.poll(() => Math.abs(topOf(name) - top)).toBeLessThan(3);
  await expect.element(row('Customer 150')).toBeInTheDocument();
  // As the page's `scroll-padding-block`.
  await expectTop('Customer 150', 128);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await expectTop('Customer 150', 128);
  expect(location.search).toMatch(new RegExp(`at=${id.slice(0, 13)}$`));

  // The list has twenty rows above it, and the others on request.
  const above = page.getByRole('button', { name: 'Show rows above' });
  for (const [first, before] of [
    ['Customer 130', 'Customer 80'],
    ['Customer 80', 'Customer 30'],
    ['Customer 30', 'Customer 1'],
  ] as const) {
    expect(names()[0]).toBe(first);
    above.element().scrollIntoView({ behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const top = topOf(first);
    (above.element() as HTMLButtonElement).click();
    await expect.element(row(before)).toBeInTheDocument();
    await expectTop(first, top);
  }
  await expectCount(above, 0);
});
