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
  answer: Parameters<typeof forecastMail>[0] | null,
  today: string,
): { forecast: MailForecast; mails: MailOutlook | null } {
  const { rows } = useList('bookings');
  const mails = useCursor()?.mails ?? null;
  const now = useMinute();
  const [kind, day] = [answer?.kind, answer?.day ?? ''];
  // Not at each key in the form: it reads all bookings.
  const forecast = useMemo(
    () => (kind ? forecastMail({ kind, day }, booking, rows, mails, { today, now }) : 'goes'),
    [kind, day, booking, rows, mails, today, now],
  );
  return { forecast, mails };
}
