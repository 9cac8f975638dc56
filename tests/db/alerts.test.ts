import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase } from '../support/database.ts';
import { aBooking, aMessage, anApplication, createPosition } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Claim {
  outcome: 'unknown' | 'sent' | 'claimed-elsewhere' | 'claimed';
  alert_id?: string;
  job_title?: string | null;
  record?: Record<string, unknown>;
}
interface Alert {
  id: string;
  bounces: number;
  reason: string | null;
  kind: string;
  state: string;
  attempts: number;
  job_title: string | null;
  sent: boolean;
}

const claim = (kind: string, id: string) =>
  as(SERVICE, async (query) => {
    const [row] = await query<{ claim: Claim }>('select public.claim_alert($1, $2) as claim', [
      kind,
      id,
    ]);
    return (row as { claim: Claim }).claim;
  });
const finish = (alertId: string | undefined, sent: boolean, reason: string | null = null) =>
  as(SERVICE, (query) => query('select public.finish_alert($1, $2, $3)', [alertId, sent, reason]));
const bounce = (alertId: string | undefined, bounces: number) =>
  as(SERVICE, async (query) => {
    const [row] = await query<{ is_news: boolean }>(
      `select public.bounce_alert($1, $2, 'Bounced: full.') as is_news`,
      [alertId, bounces],
    );
    return row?.is_news;
  });
const release = (id: string, caller = ADMIN) =>
  as(caller, (query) => query(`select public.release_alert('booking', $1)`, [id]));
const alertsOf = (id: string) =>
  asOwner<Alert>('select *, sent_at is not null as sent from public.alerts where record_id = $1', [
    id,
  ]);

async function book() {
  const booking = aBooking();
  await insertAs(ANON, 'public.bookings', booking);
  return booking;
}

describe('a submission', () => {
  it('has no alert if an administrator entered it', async () => {
    const booking = aBooking();
    await insertAs(ADMIN, 'public.bookings', booking);
    expect(await alertsOf(booking.id)).toEqual([]);
    expect(await claim('booking', booking.id)).toEqual({ outcome: 'sent' });
  });

  it('creates one pending alert', async () => {
    const { id } = await book();
    expect(await alertsOf(id)).toMatchObject([
      { kind: 'booking', state: 'pending', attempts: 0, job_title: null, sent: false },
    ]);
  });

  it('creates none when it is refused as already stored', async () => {
    const booking = await book();
    await expect(insertAs(ANON, 'public.bookings', booking)).rejects.toMatchObject({
      code: '23505',
    });
    expect(await alertsOf(booking.id)).toHaveLength(1);
  });

  it('for a position keeps the title at that time', async () => {
    const career_id = await createPosition(asOwner, 'Night Cleaner');
    const application = await anApplication(asOwner, { career_id });
    await insertAs(ANON, 'public.job_applications', application);
    await asOwner('delete from public.careers where id = $1', [career_id]);
    expect(await alertsOf(application.id)).toMatchObject([
      { kind: 'job_application', job_title: 'Night Cleaner' },
    ]);
  });

  it('deletes its alert when it is deleted', async () => {
    const { id } = await book();
    await as(ADMIN, (query) => query('delete from public.bookings where id = $1', [id]));
    expect(await alertsOf(id)).toEqual([]);
  });
});

describe('a claim', () => {
  it('returns the stored record and the fields to report back', async () => {
    const booking = await book();
    const [alert] = await alertsOf(booking.id);
    expect(await claim('booking', booking.id)).toEqual({
      outcome: 'claimed',
      alert_id: alert?.id,
      attempts: 1,
      bounces: 0,
      job_title: null,
      record: expect.objectContaining({ ...booking, status: 'pending' }),
      event: null,
      more: false,
    });
  });

  it('works for each kind', async () => {
    const message = aMessage();
    await insertAs(ANON, 'public.contact_messages', message);
    expect((await claim('contact', message.id)).record).toMatchObject(message);

    const application = await anApplication(asOwner);
    await insertAs(ANON, 'public.job_applications', application);
    const claimed = await claim('job_application', application.id);
    expect(claimed).toMatchObject({ job_title: 'Cleaner', record: application });
  });

  it('succeeds for one of two callers at once', async () => {
    const { id } = await book();
    const outcomes = await Promise.all([claim('booking', id), claim('booking', id)]);
    expect(outcomes.map((result) => result.outcome).sort()).toEqual([
      'claimed',
      'claimed-elsewhere',
    ]);
  });

  it.each([
    ['1 minute 55 seconds', 'claimed-elsewhere', 1],
    ['2 minutes', 'claimed', 2],
  ])('of an alert taken %s ago and never finished answers %s', async (age, outcome, attempts) => {
    const { id } = await book();
    await claim('booking', id);
    await asOwner(
      'update public.alerts set claimed_at = now() - $1::interval where record_id = $2',
      [age, id],
    );
    expect((await claim('booking', id)).outcome).toBe(outcome);
    expect(await alertsOf(id)).toMatchObject([{ state: 'sending', attempts }]);
  });

  it('after a failure obeys the backoff and keeps the id', async () => {
    const { id } = await book();
    const first = await claim('booking', id);
    await finish(first.alert_id, false);
    for (let n = 0; n < 60; n++)
      expect(await claim('booking', id)).toEqual({ outcome: 'claimed-elsewhere' });
    expect(await alertsOf(id)).toMatchObject([{ state: 'failed', attempts: 1, sent: false }]);
    await asOwner(
      `update public.alerts set claimed_at = now() - interval '5 minutes' where record_id = $1`,
      [id],
    );
    expect(await claim('booking', id)).toMatchObject({
      outcome: 'claimed',
      alert_id: first.alert_id,
    });
  });

  it('after a failure succeeds at once when an administrator released the alert', async () => {
    const { id } = await book();
    await finish((await claim('booking', id)).alert_id, false);
    await release(id);
    expect((await claim('booking', id)).outcome).toBe('claimed');
    expect((await claim('booking', id)).outcome).toBe('claimed-elsewhere');
  });

  it('keeps its lease after a release', async () => {
    const { id } = await book();
    await claim('booking', id);
    await release(id);
    expect((await claim('booking', id)).outcome).toBe('claimed-elsewhere');
  });

  it.each([
    ['an id that was never stored', 'booking', randomUUID()],
    ['a kind that does not exist', 'invoice', randomUUID()],
  ])('of %s is unknown', async (_case, kind, id) => {
    expect(await claim(kind, id)).toEqual({ outcome: 'unknown' });
  });

  it('of a record under the wrong kind is unknown', async () => {
    const { id } = await book();
    expect(await claim('contact', id)).toEqual({ outcome: 'unknown' });
  });
});

describe('a sent alert', () => {
  it('is dated and cannot be claimed again', async () => {
    const { id } = await book();
    await finish((await claim('booking', id)).alert_id, true);
    expect(await alertsOf(id)).toMatchObject([{ state: 'sent', attempts: 1, sent: true }]);
    expect(await claim('booking', id)).toEqual({ outcome: 'sent' });
  });

  it('stays sent when a slower caller reports a failure', async () => {
    const { id } = await book();
    const { alert_id } = await claim('booking', id);
    await finish(alert_id, true);
    await finish(alert_id, false);
    expect(await alertsOf(id)).toMatchObject([{ state: 'sent', sent: true }]);
  });
});

describe('the reason', () => {
  it('for an unsent alert is kept until it is sent, in 300 characters at most', async () => {
    const { id } = await book();
    const { alert_id } = await claim('booking', id);
    await finish(alert_id, false, 'x'.repeat(1000));
    expect(await alertsOf(id)).toMatchObject([{ state: 'failed', reason: 'x'.repeat(300) }]);
    await release(id);
    await claim('booking', id);
    expect(await alertsOf(id)).toMatchObject([{ state: 'sending', reason: 'x'.repeat(300) }]);
    await finish(alert_id, true);
    expect(await alertsOf(id)).toMatchObject([{ state: 'sent', reason: null }]);
  });
});

describe('a bounce', () => {
  it('of a sent mail marks its alert, which only an administrator can send again', async () => {
    const { id } = await book();
    const { alert_id } = await claim('booking', id);
    await finish(alert_id, true);
    expect(await bounce(alert_id, 0)).toBe(true);
    expect(await alertsOf(id)).toMatchObject([
      { state: 'failed', sent: false, bounces: 1, reason: 'Bounced: full.' },
    ]);
    await asOwner(
      `update public.alerts set claimed_at = now() - interval '2 days' where record_id = $1`,
      [id],
    );
    expect(await claim('booking', id)).toEqual({ outcome: 'claimed-elsewhere' });
    for (const caller of [ANON, USER])
      await expect(release(id, caller)).rejects.toMatchObject({ code: '42501' });
    await release(id);
    expect(await claim('booking', id)).toMatchObject({ outcome: 'claimed', bounces: 1 });
  });

  it('reported before the provider’s answer stays, whatever the answer is', async () => {
    const { id } = await book();
    const { alert_id } = await claim('booking', id);
    expect(await bounce(alert_id, 0)).toBe(true);
    await finish(alert_id, true);
    expect(await alertsOf(id)).toMatchObject([
      { state: 'failed', bounces: 1, reason: 'Bounced: full.' },
    ]);
  });

  it('changes nothing when it is reported again, even after the alert was resent', async () => {
    const { id } = await book();
    const { alert_id } = await claim('booking', id);
    await finish(alert_id, true);
    await bounce(alert_id, 0);
    const [before] = await alertsOf(id);
    expect(await bounce(alert_id, 0)).toBe(false);
    expect(await alertsOf(id)).toEqual([before]);
    await release(id);
    await finish((await claim('booking', id)).alert_id, true);
    expect(await bounce(alert_id, 0)).toBe(false);
    expect(await alertsOf(id)).toMatchObject([{ state: 'sent' }]);
  });

  it('of a deleted or unsent alert changes nothing', async () => {
    const { id } = await book();
    const [alert] = await alertsOf(id);
    expect([await bounce(alert?.id, 0), await bounce(randomUUID(), 0)]).toEqual([false, false]);
  });
});

describe('an unsent alert', () => {
  const due = () =>
    as(
      SERVICE,
      async (query) =>
        (await query<{ due: unknown[] }>('select public.due_alerts(100) as due'))[0]?.due,
    );
  const asked = (id: string) => ({ type: 'booking', data: { id } });
  const touch = (id: string, changes: string) =>
    asOwner(`update public.alerts set ${changes} where record_id = $1`, [id]);

  it.each([
    [1, '5 minutes'],
    [2, '15 minutes'],
    [3, '45 minutes'],
    [4, '2 hours 15 minutes'],
    [5, '6 hours 45 minutes'],
    [6, '12 hours'],
    [40, '12 hours'],
  ])('after try %s is due again when %s have passed, and no sooner', async (attempts, wait) => {
    const { id } = await book();
    await touch(
      id,
      `state = 'failed', attempts = ${attempts}, claimed_at = now() - interval '${wait}' + interval '5 seconds'`,
    );
    expect(await due()).not.toContainEqual(asked(id));
    await touch(id, `claimed_at = now() - interval '${wait}'`);
    expect(await due()).toContainEqual(asked(id));
  });

  it('that no device requested is due 15 minutes after its submission', async () => {
    const { id } = await book();
    await touch(id, `created_at = now() - interval '14 minutes 55 seconds'`);
    expect(await due()).not.toContainEqual(asked(id));
    await touch(id, `created_at = now() - interval '15 minutes'`);
    expect(await due()).toContainEqual(asked(id));
  });

  it('whose sender stopped in the middle is due after its lease', async () => {
    const { id } = await book();
    await claim('booking', id);
    expect(await due()).not.toContainEqual(asked(id));
    await touch(id, `claimed_at = now() - interval '5 minutes'`);
    expect(await due()).toContainEqual(asked(id));
  });

  it('after two days is left to staff, and keeps its state', async () => {
    const { id } = await book();
    await touch(
      id,
      `state = 'failed', attempts = 9, claimed_at = now() - interval '12 hours', created_at = now() - interval '1 day 23 hours 59 minutes'`,
    );
    expect(await due()).toContainEqual(asked(id));
    await touch(id, `created_at = now() - interval '2 days'`);
    expect(await due()).not.toContainEqual(asked(id));
    expect(await alertsOf(id)).toMatchObject([{ state: 'failed', attempts: 9 }]);
  });

  it('that bounced is left to staff', async () => {
    const { id } = await book();
    const { alert_id } = await claim('booking', id);
    await finish(alert_id, true);
    await bounce(alert_id, 0);
    await touch(id, `claimed_at = now() - interval '13 hours'`);
    expect(await due()).not.toContainEqual(asked(id));
    // An administrator resent it while the provider was down.
    await release(id);
    await finish((await claim('booking', id)).alert_id, false);
    await touch(id, `claimed_at = now() - interval '13 hours'`);
    expect(await due()).toContainEqual(asked(id));
  });

  it('ignores an attempt dated in the future by a wrong clock', async () => {
    const { id } = await book();
    await claim('booking', id);
    await touch(id, `claimed_at = now() + interval '1 day'`);
    expect(await due()).toContainEqual(asked(id));
    expect((await claim('booking', id)).outcome).toBe('claimed');
  });

  it('is never due again once it is sent', async () => {
    const { id } = await book();
    await finish((await claim('booking', id)).alert_id, true);
    await touch(id, `claimed_at = now() - interval '1 day', created_at = now() - interval '1 day'`);
    expect(await due()).not.toContainEqual(asked(id));
  });
});

it.each([ANON, USER, ADMIN])('the functions are closed to %o', async (caller) => {
  const id = randomUUID();
  await expect(
    as(caller, (query) => query(`select public.claim_alert('booking', $1)`, [id])),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    as(caller, (query) => query('select public.finish_alert($1, true)', [id])),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    as(caller, (query) => query(`select public.bounce_alert($1, 0, 'x')`, [id])),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(as(caller, (query) => query('select public.due_alerts(1)'))).rejects.toMatchObject({
    code: '42501',
  });
});
