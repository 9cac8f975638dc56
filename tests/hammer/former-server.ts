/** A month's server of release 1.0.0: until its upgrade, settings, reports and reminders are events of a booking. */
import { randomUUID } from 'node:crypto';
import type { OfficeCalls } from './office-calls.ts';
import type { Server } from './server.ts';

const KINDS = { crew: 'assigned', instructions: 'instructed', access: 'entrusted' } as const;

export async function isFormer(server: Server): Promise<boolean> {
  const [row] = await server.query<{ is_former: boolean }>(
    `select to_regproc('public.set_booking') is null as is_former`,
  );
  return row?.is_former ?? false;
}

/** The tables of answers, of reports and of reminders, as this server has them. */
export const historyOf = async (server: Server) =>
  (await isFormer(server))
    ? {
        answers: '(select * from public.booking_events where not private.is_internal(kind))',
        reports: `(select * from public.booking_events where actor = 'crew')`,
        reminders: `(select * from public.booking_events where kind = 'reminded')`,
      }
    : {
        answers: 'public.booking_events',
        reports: 'public.crew_reports',
        reminders: 'private.reminders',
      };

/** Sets a booking's field by an answer. */
export async function setFormer(
  server: Server,
  calls: OfficeCalls,
  id: string,
  { field, value }: { field: keyof typeof KINDS; value: unknown },
): Promise<void> {
  const [row] = await server.query<{ rev: number }>(
    'select rev::int from public.bookings where id = $1',
    [id],
  );
  const { outcome } = await calls.call<{ outcome: string }>('answer_booking', {
    ...{ _event_id: randomUUID(), _booking_id: id, _expected_revision: row?.rev ?? 0 },
    ...{ _kind: KINDS[field], _day: null, _time_slot: null, _message: null },
    [field === 'crew' ? '_crew' : '_message']: value,
  });
  if (outcome !== 'added') throw new Error(`The office's ${KINDS[field]} was ${outcome}`);
}
