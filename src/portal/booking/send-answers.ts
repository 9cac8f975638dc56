import type { SettingField, SettingValue } from '../../core/domain/booking-settings.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import { createBookingSetting } from '../../core/mutations/booking-setting.ts';
import { createOfficeAnswer } from '../../core/mutations/office-answer.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { administrator } from '../../runtime/auth/session.ts';
import { NOBODY, sendAll } from '../send-entries.ts';

/** An answer to a booking of this revision, with checked values. */
export interface BookingAnswer {
  booking: { id: string; rev: number };
  values: OfficeAnswerValues;
}

/** Answers bookings, each by an entry of its own: shown at once, and sent once the server agrees. */
export async function answerBookings(answers: readonly BookingAnswer[]): Promise<Outcome[]> {
  const user = administrator();
  if (!user) return answers.map(() => NOBODY);
  return sendAll(
    answers.map(({ booking, values }) => ({
      entry: createOfficeAnswer(booking, values, user.id, Date.now()),
      file: null,
    })),
  );
}

/**
 * Sets a checked value in place of the present one of bookings, in the same way. `forSeries`: of their
 * coming visits too.
 */
export async function setBookings(
  field: SettingField,
  value: SettingValue,
  bookings: readonly Pick<ReplicaRow<'bookings'>, 'id' | SettingField>[],
  forSeries: boolean,
): Promise<Outcome[]> {
  const user = administrator();
  if (!user) return bookings.map(() => NOBODY);
  return sendAll(
    bookings.map((booking) => ({
      entry: createBookingSetting(booking, field, value, forSeries, user.id, Date.now()),
      file: null,
    })),
  );
}
