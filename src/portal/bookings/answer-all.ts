import type { OfficeAnswer } from '../../core/domain/answers.ts';
import { bookedVisit } from '../../core/domain/visit.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Company } from '../layout/company.ts';
import { answerBookings } from '../booking/send-answers.ts';
import { announceAnswers } from '../booking/announce-answers.ts';
import { customerText } from '../booking/answer-texts.ts';

/**
 * Gives bookings the same answer with its usual text, and announces the outcomes. Nobody reads these
 * texts before they are sent, so they repeat no typed name.
 */
export async function answerAll(
  kind: OfficeAnswer,
  rows: readonly ReplicaRow<'bookings'>[],
  company: Company,
  today: string,
): Promise<void> {
  const outcomes = await answerBookings(
    rows.map((booking) => {
      const message = customerText(
        { ...booking, name: '' },
        kind,
        bookedVisit(booking),
        company,
        today,
      );
      return { booking, values: { kind, day: null, time_slot: null, message } };
    }),
  );
  announceAnswers(
    kind,
    outcomes.map((outcome, place) => ({ bookingId: rows[place]?.id ?? '', outcome })),
  );
}
