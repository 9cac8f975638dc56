import { useMemo } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import {
  forecastMail,
  type MailForecast,
  type MailOutlook,
} from '../../core/domain/mail-outlook.ts';
import { useMinute } from '../sync/clock.ts';
import { useCursor, useList } from '../sync/use-lists.ts';

/** The expected outcome of the mail about an answer, as of the last sync. */
export function useMailForecast(
  booking: ReplicaRow<'bookings'>,
  { kind, day }: Parameters<typeof forecastMail>[0],
  today: string,
): { forecast: MailForecast; mails: MailOutlook | null } {
  const { rows } = useList('bookings');
  const mails = useCursor()?.mails ?? null;
  const now = useMinute();
  // Not at each key in the form: it reads all bookings.
  const forecast = useMemo(
    () => forecastMail({ kind, day }, booking, rows, mails, { today, now }),
    [kind, day, booking, rows, mails, today, now],
  );
  return { forecast, mails };
}
