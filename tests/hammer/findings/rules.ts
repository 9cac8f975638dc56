import {
  answerKind,
  type BookingStatus,
  type OfficeAnswer,
} from '../../../src/core/domain/answers.ts';
import type { BookingEvent } from '../../../src/core/domain/booking-events.ts';
import type { Repeat } from '../../../src/core/domain/repeats.ts';

type Visit = Pick<BookingEvent, 'day' | 'time_slot'>;

const isSameVisit = (one: Visit, other: Visit) =>
  one.day === other.day && one.time_slot === other.time_slot;

/** The status that an answer always changes to; undefined for one that may keep it. */
function endOf(kind: OfficeAnswer): BookingStatus | undefined {
  const transitions = Object.entries(answerKind(kind).office ?? {});
  return transitions.every(([before, after]) => before !== after) ? transitions[0]?.[1] : undefined;
}

/** Whether an answer of the office has its effect in this state after this event, without a price. */
export function officeAnswerStands(
  state: Visit & { status: BookingStatus },
  last: (Visit & { kind: string; every: Repeat | null }) | undefined,
  answer: Visit & { kind: OfficeAnswer; every?: Repeat | null | undefined },
): boolean {
  const { kind } = answer;
  const end = endOf(kind);
  if (end !== undefined) return state.status === end;
  if (kind === 'confirmed') return state.status === 'confirmed' && isSameVisit(state, answer);
  if (last?.kind !== kind) return false;
  if (kind === 'kept') return state.status === 'confirmed';
  if (kind === 'stopped') return last.day === answer.day;
  const isOpen = state.status === 'pending' || state.status === 'confirmed';
  return isSameVisit(last, answer) && (kind === 'repeated' ? last.every === answer.every : isOpen);
}
