import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { OfficeAnswer } from '../../src/core/domain/answers.ts';
import type { OutgoingOfficeAnswer } from '../../src/core/domain/office-answer.ts';
import { calendarUid } from '../../src/core/server/calendar-uid.ts';
import { createSupabaseBackend } from '../../src/core/server/supabase-backend.ts';
import { composeAnswer } from '../../supabase/functions/send-form-email/compose-answer.ts';
import { composePush } from '../../supabase/functions/send-form-email/compose-push.ts';
import { composeMail } from '../../supabase/functions/send-form-email/compose.ts';
import type { CustomerMail } from '../../supabase/functions/send-form-email/customer-mail.ts';
import type {
  MailedEvent,
  MailedVisit,
  StoredRecord,
} from '../../supabase/functions/send-form-email/describe-record.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { aMailedEvent } from '../support/mailed-event.ts';
import { MAIL_COMPANY as COMPANY } from '../support/values.ts';
import { aBooking } from '../support/records.ts';
import { backendOf } from './support/admin-backend.ts';
import { useServer } from './support/use-server.ts';

const ID = '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11';
const SITE = 'https://www.example.com';
const RECORD = {
  email: 'ailsa@example.com',
  created_at: '2027-02-01T23:30:00+00:00',
  service_type: 'deep',
  preferred_date: '2027-03-01',
  preferred_time: 'morning',
};
describe('a mail to the customer about an answer', () => {
  test.each<[Partial<MailedEvent>, string, string | null]>([
    [
      { kind: 'confirmed', day: '2027-03-01', time_slot: 'morning' },
      'Your booking is confirmed',
      'PUBLISH',
    ],
    [
      {
        kind: 'confirmed',
        day: '2027-03-02',
        time_slot: 'evening',
        moved_from: { day: '2027-03-01', time_slot: 'evening' },
      },
      'Your booking has a new day',
      'PUBLISH',
    ],
    [
      {
        kind: 'confirmed',
        day: '2027-03-02',
        time_slot: 'evening',
        moved_from: { day: '2027-03-02', time_slot: 'morning' },
      },
      'Your booking has a new time',
      'PUBLISH',
    ],
    [
      { kind: 'accepted', actor: 'customer', day: '2027-03-02', time_slot: 'evening' },
      'Your booking is confirmed',
      'PUBLISH',
    ],
    [
      { kind: 'offered', day: '2027-03-02', time_slot: 'evening' },
      'Could we come at another time?',
      null,
    ],
    [{ kind: 'declined' }, 'We can’t take your booking', 'CANCEL'],
    [{ kind: 'cancelled' }, 'Your booking is cancelled', 'CANCEL'],
    [{ kind: 'cancelled', actor: 'customer' }, 'You cancelled your booking', 'CANCEL'],
    [{ kind: 'completed' }, 'Your cleaning is done', null],
  ])('%o has the heading %s and the calendar method %s', async (changes, heading, method) => {
    const mail = await composeAnswer(ID, RECORD, aMailedEvent(changes), SITE, COMPANY);
    expect(mail.subject).toBe(`${heading} ${referenceOf(ID)}`);
    for (const part of [heading, referenceOf(ID), `${SITE}/requests#${ID}`]) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part);
    }
    const day = changes.day === '2027-03-02' ? 'Tuesday, 2 March 2027' : 'Monday, 1 March 2027';
    expect(mail.text).toContain(
      `Day: ${day}\nTime: ${changes.time_slot === 'evening' ? '5PM-8PM' : '8AM-12PM'}`,
    );
    expect(mail.attachments?.map(({ contentType }) => contentType) ?? []).toEqual(
      method === null ? [] : [`text/calendar; charset=utf-8; method=${method}`],
    );
    const file = mail.attachments?.[0]?.content ?? '';
    if (method === null) return;
    const isCancelled = method === 'CANCEL';
    for (const line of [
      `METHOD:${method}`,
      `UID:${await calendarUid(ID)}`,
      `ORGANIZER;CN="${COMPANY.name}":mailto:${COMPANY.address}`,
      'SEQUENCE:2',
      `SUMMARY:${isCancelled ? 'Cancelled: ' : ''}Deep Cleaning`,
      `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ])
      expect(file).toContain(`${line}\r\n`);
    expect(file.includes('TRANSP:TRANSPARENT')).toBe(isCancelled);
    expect(mail.text.includes('Some calendars keep it')).toBe(isCancelled);
  });

  test.each<[MailedEvent['kind'], string, string]>([
    ['declined', 'We can’t take your booking', 'We couldn’t take your booking'],
    ['cancelled', 'We won’t come at the time above.', 'It was for the time above.'],
  ])(
    'about a booking that is %s reads on its day: %s, and after it: %s',
    async (kind, on, after) => {
      const [onTheDay, afterIt] = await Promise.all(
        ['2027-03-01T23:30:00+00:00', '2027-03-02T00:30:00+00:00'].map((created_at) =>
          composeAnswer(ID, { ...RECORD, created_at }, aMailedEvent({ kind }), SITE, COMPANY),
        ),
      );
      expect(onTheDay?.text).toContain(on);
      expect(afterIt?.text).toContain(after);
      expect(afterIt?.text).not.toContain(on);
    },
  );

  test.each<Partial<MailedEvent>>([
    { kind: 'declined' },
    { kind: 'cancelled' },
    { kind: 'cancelled', actor: 'customer' },
  ])('has no file when %o meets a booking that was never confirmed', async (changes) => {
    const answer = aMailedEvent({ ...changes, was_confirmed: false });
    const mail = await composeAnswer(ID, RECORD, answer, SITE, COMPANY);
    expect(mail).not.toHaveProperty('attachments');
    expect(mail.text).toContain('If you put the request into your calendar, please delete it');
  });

  test('names the company, its phone number and its contact page', async () => {
    const { text, html } = await composeAnswer(ID, RECORD, aMailedEvent({}), SITE, COMPANY);
    expect(text).toContain(`${COMPANY.name}, ${COMPANY.phone}\nContact us: ${SITE}/contact`);
    expect(text).toContain(`reply to this email or call us on ${COMPANY.phone}.`);
    expect(html).toContain('Cart, Side &amp; Sons, 0141 496 0000');
    expect(html).toContain(`href="${SITE}/contact"`);
  });

  test('has the office’s text instead of the usual one, escaped', async () => {
    const message = 'See you <then>.\nAilsa';
    const mail = await composeAnswer(
      ID,
      RECORD,
      aMailedEvent({ kind: 'declined', message }),
      SITE,
      COMPANY,
    );
    expect(mail.text).toContain(`\n\n${message}\n\n`);
    expect(mail.text).not.toContain('We’re sorry');
    expect(mail.html).toContain('See you &lt;then&gt;.<br>Ailsa');
  });
});

const FIRST = 'a7c1b0e2-54ad-4a87-8a3c-3d1f6a2b7c01';
const aVisit = (n: number, day: string, changes: Partial<MailedVisit> = {}): MailedVisit => ({
  id: `00000000-0000-8000-8000-00000000000${n}`,
  day,
  time_slot: 'morning',
  status: 'confirmed',
  sequence: 1,
  ...changes,
});
/** The methods, UIDs and SEQUENCEs of a mail's files. */
const filesOf = ({ attachments = [] }: CustomerMail) =>
  attachments.map(({ content, contentType }) => [
    /method=(\w+)/.exec(contentType)?.[1],
    [...content.matchAll(/^UID:(\w+)\r\n(?:.*\r\n(?! ))*?SEQUENCE:(\d+)/gm)].map(
      ([, uid, sequence]) => [uid, Number(sequence)],
    ),
  ]);

describe('a mail about regular visits', () => {
  const RUNNING = { ...RECORD, status: 'confirmed' };
  const compose = (changes: Partial<MailedEvent>, record: StoredRecord = RUNNING) =>
    composeAnswer(ID, record, aMailedEvent({ series: 2, ...changes }), SITE, COMPANY);
  const repeated = {
    kind: 'repeated',
    day: '2027-03-01',
    time_slot: 'morning',
    every: 2,
    price: { pence: 6600, per: 'visit' },
    sequence: 3,
  } as const;

  test('says how often, from when, the price and the first four days, and puts them into the calendar', async () => {
    const visits = [
      aVisit(1, '2027-03-15'),
      aVisit(2, '2027-03-29', { time_slot: 'evening', sequence: 2 }),
      aVisit(3, '2027-04-12', { status: 'cancelled' }),
      aVisit(4, '2027-04-26'),
    ];
    const mail = await compose({ ...repeated, visits });
    expect(mail.subject).toBe(`Your regular visits are confirmed ${referenceOf(ID)}`);
    expect(mail.text).toContain(
      'How often: Every two weeks\nFrom: Monday, 1 March 2027\nTime: 8AM-12PM\nPrice: £66 a visit\n',
    );
    expect(mail.text).toContain(
      [
        'Your next visits:',
        'Monday, 1 March 2027, 8AM-12PM',
        'Monday, 15 March 2027, 8AM-12PM',
        'Monday, 29 March 2027, 5PM-8PM',
        'Monday, 26 April 2027, 8AM-12PM\n',
      ].join('\n'),
    );
    expect(mail.html).toContain('Monday, 29 March 2027, 5PM-8PM<br>');
    expect(filesOf(mail)).toEqual([
      [
        'PUBLISH',
        [
          [await calendarUid(ID), 3],
          [await calendarUid(visits[0]?.id ?? ''), 1],
          [await calendarUid(visits[1]?.id ?? ''), 2],
          [await calendarUid(visits[3]?.id ?? ''), 1],
        ],
      ],
    ]);
    expect(mail.text).toContain('The file with this email puts the visits into your calendar.');
    expect(mail.attachments?.[0]?.content).toContain(
      'DTSTART;TZID=Europe/London:20270329T170000\r\nDTEND;TZID=Europe/London:20270329T200000\r\n',
    );
  });

  test('names four days at most, and no first booking that is over or cancelled', async () => {
    const visits = [1, 2, 3, 4].map((n) => aVisit(n, `2027-03-0${n + 1}`));
    const running = await compose({ ...repeated, visits });
    expect(running.text.match(/March 2027, 8AM/g)).toHaveLength(4);
    expect(running.text).not.toContain('5 March');
    for (const record of [
      { ...RUNNING, status: 'cancelled' },
      { ...RUNNING, created_at: '2027-03-02T10:00:00+00:00' },
    ])
      expect((await compose({ ...repeated, visits }, record)).text).not.toContain(
        'Monday, 1 March 2027, 8AM-12PM',
      );
  });

  test('takes the visits of the former rule out of the calendar, a file for each', async () => {
    const removed = [aVisit(5, '2027-03-09'), aVisit(6, '2027-03-23')];
    const mail = await compose({ ...repeated, visits: [aVisit(1, '2027-03-15')], removed });
    expect(filesOf(mail).slice(1)).toEqual([
      ['CANCEL', [[await calendarUid(removed[0]?.id ?? ''), 3]]],
      ['CANCEL', [[await calendarUid(removed[1]?.id ?? ''), 3]]],
    ]);
    expect(new Set(mail.attachments?.map(({ filename }) => filename)).size).toBe(3);
    expect(mail.text).toContain(
      'The other files with this email take the visits that no longer take place out of your calendar.',
    );
  });

  test('that end says the last day and the visits until then', async () => {
    const stopped = { kind: 'stopped', day: '2027-03-10', sequence: 4 } as const;
    const removed = [aVisit(5, '2027-03-15')];
    const record = { ...RUNNING, status: 'completed' };
    const mail = await compose({ ...stopped, visits: [aVisit(1, '2027-03-08')], removed }, record);
    expect(mail.subject).toBe(`Your regular visits end ${referenceOf(ID)}`);
    expect(mail.text).toContain('Last day: Wednesday, 10 March 2027\n\nWe won’t come after');
    expect(mail.text).not.toContain('\nTime:');
    expect(mail.text).toContain('Your next visits:\nMonday, 8 March 2027, 8AM-12PM\n');
    expect(filesOf(mail)).toEqual([['CANCEL', [[await calendarUid(removed[0]?.id ?? ''), 4]]]]);
    const last = await compose(stopped, record);
    expect(last.text).toContain('No visit is to come.');
    expect(last).not.toHaveProperty('attachments');
    expect((await compose({ ...stopped, day: '2027-01-31' }, record)).subject).toContain(
      'Your regular visits have ended',
    );
  });

  test('has the reference and the link of the first booking, and the calendar entry of the visit', async () => {
    const mail = await compose({ link_id: FIRST, kind: 'cancelled', actor: 'customer' });
    expect(mail.subject).toBe(`You skipped your visit ${referenceOf(FIRST)}`);
    expect(mail.text).toContain('Day: Monday, 1 March 2027');
    expect(mail.text).toContain('Your other visits stay as they are.');
    expect(mail.text).toContain(`${SITE}/requests#${FIRST}`);
    expect(mail.attachments?.[0]?.content).toContain(`Reference ${referenceOf(FIRST)}`);
    expect(filesOf(mail)).toEqual([['CANCEL', [[await calendarUid(ID), 2]]]]);
    expect(JSON.stringify(mail)).not.toContain(referenceOf(ID));
    expect(JSON.stringify(mail)).not.toContain(ID);
  });

  test.each<[Partial<MailedEvent>, string]>([
    [{ kind: 'cancelled' }, 'Your visit is cancelled'],
    [{ kind: 'confirmed' }, 'Your visit is confirmed'],
    [
      {
        kind: 'confirmed',
        day: '2027-03-02',
        time_slot: 'evening',
        moved_from: { day: '2027-03-01', time_slot: 'evening' },
      },
      'Your visit has a new day',
    ],
    [{ kind: 'kept' }, 'Your visit stays on Monday 1 March'],
    [
      { kind: 'reminded', day: '2026-12-01', time_slot: 'morning' },
      'We come tomorrow: Tuesday 1 December, morning',
    ],
  ])('with %o has the heading %s', async (changes, heading) => {
    expect((await compose(changes)).subject).toBe(`${heading} ${referenceOf(ID)}`);
  });
});

test.each<[Partial<MailedEvent>, string]>([
  [{ price: { pence: 6600, per: 'visit' } }, '£66 a visit'],
  [{ price: { pence: 2250, per: 'hour' }, kind: 'offered' }, '£22.50 an hour'],
  [{ price: { pence: 125_000, per: 'visit' }, kind: 'accepted' }, '£1,250 a visit'],
])('a mail about %o names the price %s', async (changes, price) => {
  const mail = await composeAnswer(ID, RECORD, aMailedEvent(changes), SITE, COMPANY);
  expect(mail.text).toContain(`\nPrice: ${price}\n\n`);
});

test('a mail about another answer names no price', async () => {
  const price = { pence: 6600, per: 'visit' } as const;
  for (const kind of ['cancelled', 'completed', 'kept', 'reminded'] as const) {
    const event = aMailedEvent({ kind, price, day: '2027-03-01', time_slot: 'morning' });
    expect((await composeAnswer(ID, RECORD, event, SITE, COMPANY)).text).not.toContain('£');
  }
});

test('an offer for a confirmed visit says that the visit stays until it is accepted', async () => {
  const offered = aMailedEvent({ kind: 'offered', day: '2027-03-02', time_slot: 'evening' });
  const record = { ...RECORD, status: 'confirmed' };
  const { text } = await composeAnswer(ID, record, offered, SITE, COMPANY);
  expect(text).toContain('Your visit stays as it is unless you accept.');
});

describe('the office’s mail and notification', () => {
  test('say which day a customer asks for, and the present one', () => {
    const asked = aMailedEvent({
      actor: 'customer',
      kind: 'asked',
      day: '2027-03-11',
      time_slot: 'evening',
    });
    const record = { ...RECORD, status: 'confirmed' };
    const mail = composeMail(
      { kind: 'booking', id: ID, record, jobTitle: null, event: asked },
      SITE,
    );
    expect(mail.subject).toBe(`Another day asked for ${referenceOf(ID)}, Mon 1 Mar`);
    expect(mail.text).toMatch(
      /^Asks for: Thursday, 11 March 2027, 5PM-8PM\nThe visit is on: Monday, 1 March 2027, 8AM-12PM\n/,
    );
    expect(composePush('booking', ID, record, asked)).toMatchObject({
      title: 'Another day asked for',
      body: 'Thu 11 Mar, evening instead of Mon 1 Mar, morning',
    });
  });

  test('say that a customer has skipped a visit, under the reference that the customer knows', () => {
    const skipped = aMailedEvent({ actor: 'customer', kind: 'cancelled' });
    const record = { ...RECORD, series: FIRST, series_day: '2027-03-01', instructions: 'Key 14' };
    const mail = composeMail(
      { kind: 'booking', id: ID, record, jobTitle: null, event: skipped },
      SITE,
    );
    expect(mail.subject).toBe(`Visit skipped ${referenceOf(FIRST)}, Mon 1 Mar`);
    expect(mail.text).toContain(`${SITE}/admin/bookings?q=${referenceOf(ID)}`);
    expect(mail.text).not.toContain('Key 14');
    expect(composePush('booking', ID, record, skipped)).toMatchObject({ title: 'Visit skipped' });
  });

  test.each([
    ['cancelled', 'Booking cancelled'],
    ['accepted', 'Offer accepted'],
    ['refused', 'Offer refused'],
  ] as const)('say that a customer has %s', (kind, title) => {
    const answer = aMailedEvent({ actor: 'customer', kind });
    const mail = composeMail(
      { kind: 'booking', id: ID, record: RECORD, jobTitle: null, event: answer },
      SITE,
    );
    expect(mail.subject).toBe(`${title} ${referenceOf(ID)}, Mon 1 Mar`);
    expect(composePush('booking', ID, RECORD, answer)).toMatchObject({ title });
  });

  test('link the screen for the answer', () => {
    const mail = composeMail({ kind: 'booking', id: ID, record: RECORD, jobTitle: null }, SITE);
    expect(mail.text).toContain(`\nAnswer: ${SITE}/admin/bookings/answer#${ID}\n`);
    expect(mail.html).toContain(`href="${SITE}/admin/bookings/answer#${ID}"`);
  });
});

interface Received {
  to: string;
  subject: string;
  text: string;
  messageId: string;
}

describe('the life of a request', () => {
  const { visitor, administrator, inboxUrl, url, query } = useServer();
  const today = londonTime().day;
  const [soon, later] = [dayAfter(today, 3), dayAfter(today, 5)];
  const requests = () =>
    createSupabaseBackend({ url: url(), publishableKey: LOCAL_PUBLISHABLE_KEY });
  const office = async () => backendOf(url(), await administrator());

  async function book() {
    const booking = aBooking({ email: `${randomUUID()}@example.net`, preferred_date: soon });
    await visitor().from('bookings').insert(booking);
    await requests().sendAnswerMails(booking.id, 10_000);
    return booking;
  }
  const stateOf = async (id: string) => {
    const answer = await requests().bookingStates([id], 10_000);
    if (answer.outcome !== 'read') throw new Error(answer.outcome);
    return answer.value[0];
  };
  const revisionOf = async (id: string) =>
    Number((await query<{ rev: number }>('select rev from bookings where id = $1', [id]))[0]?.rev);
  const answerTo = async (
    id: string,
    kind: OfficeAnswer,
    changes: Partial<OutgoingOfficeAnswer> = {},
  ) =>
    (await office()).answerBooking({
      eventId: randomUUID(),
      bookingId: id,
      expectedRevision: await revisionOf(id),
      kind,
      day: null,
      time_slot: null,
      message: null,
      ...changes,
    });
  const mails = async (filter: string) =>
    ((await (await fetch(`${inboxUrl()}/api/messages`)).json()) as Received[])
      .filter(({ to, subject }) => to === filter || subject.includes(filter))
      .map(({ to, subject }) => `${to}: ${subject}`)
      .reverse();

  test('is offered, accepted, moved and cancelled, and each is told once', async () => {
    const { id, email } = await book();
    const reference = referenceOf(id);
    const offer = randomUUID();
    expect(await stateOf(id)).toMatchObject({ status: 'pending', day: soon, last: null });
    await expect.poll(() => mails(email)).toHaveLength(1);
    expect(
      await answerTo(id, 'offered', { eventId: offer, day: later, time_slot: 'evening' }),
    ).toMatchObject({ outcome: 'accepted', state: { status: 'pending', day: soon } });
    for (let n = 0; n < 2; n++)
      expect(await (await office()).sendAnswerMails(id)).toEqual({ outcome: 'accepted' });
    await expect.poll(() => mails(email)).toHaveLength(2);
    const accept = {
      eventId: randomUUID(),
      bookingId: id,
      kind: 'accepted',
      offerEventId: offer,
      visit: { day: later, slot: 'evening' },
      other: null,
    } as const;
    for (let n = 0; n < 2; n++)
      expect(await requests().answerBooking(accept, 10_000)).toMatchObject({
        outcome: 'accepted',
        state: { status: 'confirmed', day: later, time_slot: 'evening', sequence: 2 },
      });
    for (let n = 0; n < 2; n++) await requests().sendAnswerMails(id, 10_000);
    await expect.poll(() => mails(email)).toHaveLength(3);
    const stale = await answerTo(id, 'cancelled', { expectedRevision: 1 });
    expect(stale).toMatchObject({
      outcome: 'rejected',
      reason: 'changed',
      state: { status: 'confirmed' },
    });
    await answerTo(id, 'confirmed', { day: soon, time_slot: 'afternoon', message: 'Sooner.' });
    await (await office()).sendAnswerMails(id);
    await expect.poll(() => mails(email)).toHaveLength(4);
    await requests().answerBooking(
      {
        ...{ eventId: randomUUID(), bookingId: id, kind: 'cancelled', offerEventId: null },
        ...{ visit: { day: soon, slot: 'afternoon' }, other: null },
      },
      10_000,
    );
    await requests().sendAnswerMails(id, 10_000);
    await expect.poll(() => mails(email)).toHaveLength(5);
    expect(await mails(email)).toEqual(
      [
        'We have your booking request',
        'Could we come at another time?',
        'Your booking is confirmed',
        'Your booking has a new day',
        'You cancelled your booking',
      ].map((subject) => `${email}: ${subject} ${reference}`),
    );
    expect(
      (await mails(reference))
        .filter((mail) => mail.startsWith('office'))
        .map((mail) => mail.split(` ${reference}`)[0]),
    ).toEqual(
      ['New booking', 'Offer accepted', 'Booking cancelled'].map(
        (title) => `office@example.com: ${title}`,
      ),
    );
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', last: { actor: 'customer' } });
  });

  test('from a call causes no mail until the office answers it', async () => {
    const booking = aBooking({ email: `${randomUUID()}@example.net`, preferred_date: soon });
    const { id, email } = booking;
    const backend = await office();
    for (let n = 0; n < 2; n++)
      expect(await backend.insertRow('bookings', booking)).toMatchObject({ outcome: 'accepted' });
    await backend.sendAnswerMails(id);
    await answerTo(id, 'confirmed', { day: soon, time_slot: 'morning' });
    await backend.sendAnswerMails(id);
    const reference = referenceOf(id);
    await expect
      .poll(() => mails(email))
      .toEqual([`${email}: Your booking is confirmed ${reference}`]);
    expect(await mails(reference)).toHaveLength(1);
  });

  test('has settings that are stored once, and refused for another value than expected', async () => {
    const { id } = await book();
    const backend = await office();
    const setting = { bookingId: id, field: 'instructions', forSeries: false } as const;
    const first = { ...setting, id: randomUUID(), expected: null, value: 'Key at 6.' };
    const set = await backend.setBooking(first);
    expect(set).toMatchObject({ outcome: 'accepted', state: { value: 'Key at 6.' } });
    expect(await backend.setBooking(first)).toEqual(set);
    const late = { ...setting, id: randomUUID(), expected: null, value: 'Key at 7.' };
    expect(await backend.setBooking(late)).toMatchObject({
      ...{ outcome: 'rejected', reason: 'changed' },
      state: { value: 'Key at 6.' },
    });
    const gone = { ...late, bookingId: randomUUID() };
    expect(await backend.setBooking(gone)).toMatchObject({ reason: 'gone', state: null });
    const changes = await backend.readChanges(0);
    const row = changes.outcome === 'read' && changes.value.changes.find((one) => one.id === id);
    expect(row && row.row).toMatchObject({
      instructions: 'Key at 6.',
      settings: [{ id: first.id, field: 'instructions', value: 'Key at 6.', for_series: false }],
      ...{ events: [], reports: [], reminders: [], sequence: 0 },
    });
  });
});
