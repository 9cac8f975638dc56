import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/submission.ts';
import type { OfficeAnswer } from '../../src/core/domain/booking-events.ts';
import type { OutgoingOfficeAnswer } from '../../src/core/domain/office-answer.ts';
import { createSupabaseBackend } from '../../src/core/server/supabase-backend.ts';
import { composeAnswer } from '../../supabase/functions/send-form-email/compose-answer.ts';
import { composePush } from '../../supabase/functions/send-form-email/compose-push.ts';
import { composeMail } from '../../supabase/functions/send-form-email/compose.ts';
import type { MailedEvent } from '../../supabase/functions/send-form-email/describe-record.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
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
const event = (changes: Partial<MailedEvent>): MailedEvent => ({
  id: randomUUID(),
  actor: 'office',
  kind: 'confirmed',
  day: null,
  time_slot: null,
  message: null,
  sequence: 2,
  is_move: false,
  ...changes,
});

describe('a mail to the customer about an answer', () => {
  test.each<[Partial<MailedEvent>, string, string | null]>([
    [
      { kind: 'confirmed', day: '2027-03-01', time_slot: 'morning' },
      'Your booking is confirmed',
      'PUBLISH',
    ],
    [
      { kind: 'confirmed', day: '2027-03-02', time_slot: 'evening', is_move: true },
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
  ])('%o has the heading %s and the calendar method %s', (changes, heading, method) => {
    const mail = composeAnswer(ID, RECORD, event(changes), SITE);
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
    for (const line of [`METHOD:${method}`, `UID:${ID}`, 'SEQUENCE:2', 'SUMMARY:Deep Cleaning'])
      expect(file).toContain(`${line}\r\n`);
    expect(file).toContain(`STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}\r\n`);
  });

  test('has the office’s text instead of the usual one, escaped', () => {
    const message = 'See you <then>.\nAilsa';
    const mail = composeAnswer(ID, RECORD, event({ kind: 'declined', message }), SITE);
    expect(mail.text).toContain(`\n\n${message}\n\n`);
    expect(mail.text).not.toContain('We’re sorry');
    expect(mail.html).toContain('See you &lt;then&gt;.<br>Ailsa');
  });
});

describe('the office’s mail and notification', () => {
  test.each([
    ['cancelled', 'Booking cancelled'],
    ['accepted', 'Offer accepted'],
    ['refused', 'Offer refused'],
  ] as const)('say that a customer has %s', (kind, title) => {
    const answer = event({ actor: 'customer', kind });
    const mail = composeMail(
      { kind: 'booking', id: ID, record: RECORD, jobTitle: null, event: answer },
      SITE,
    );
    expect(mail.subject).toBe(`${title} ${referenceOf(ID)}, Mon 1 Mar`);
    expect(composePush('booking', ID, RECORD, answer)).toMatchObject({ title });
  });

  test('link the screen for the answer', () => {
    const mail = composeMail({ kind: 'booking', id: ID, record: RECORD, jobTitle: null }, SITE);
    expect(mail.text).toContain(`\nAnswer: ${SITE}/admin/bookings/${ID}/answer\n`);
    expect(mail.html).toContain(`href="${SITE}/admin/bookings/${ID}/answer"`);
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
      { eventId: randomUUID(), bookingId: id, kind: 'cancelled', offerEventId: null },
      10_000,
    );
    await requests().sendAnswerMails(id, 10_000);
    await expect.poll(() => mails(email)).toHaveLength(5);
    expect(await mails(email)).toEqual(
      [
        'We have your booking request',
        'Could we come at another time?',
        'Your booking is confirmed',
        'Your booking has a new time',
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
});
