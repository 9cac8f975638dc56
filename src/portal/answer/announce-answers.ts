import type { OfficeAnswer } from '../../core/domain/booking-events.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { notStoredText } from '../sync/admin-commands.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';
import { doneText, refusalText, unsentText, willBeText } from './answer-texts.ts';

interface AnswerOutcome {
  kind: OfficeAnswer;
  bookingId: string;
  outcome: Outcome;
}

/** Announces the outcomes of answers of one kind; the same reason once. */
export function announceAnswers(answers: readonly AnswerOutcome[]): void {
  const [first] = answers;
  if (!first) return;
  const outcomes = answers.map(({ outcome }) => outcome);
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  const waiting = outcomes.filter((result) => result.outcome === 'waiting');
  const last = waiting.at(-1);
  const unsent = answers.filter(({ outcome }) => 'isTextUnsent' in outcome);
  if (done > 0) void notify.success('Success', { description: doneText(first.kind, done) });
  if (unsent.length > 0)
    void notify.info(unsent.length === 1 ? 'Your text was not sent' : 'Your texts were not sent', {
      duration: Infinity,
      description: unsentText(unsent.map(({ bookingId }) => bookingId)),
    });
  if (last)
    void notify.info('Saved on this device', {
      id: 'answers-saved',
      duration: 3000,
      description: `${willBeText(first.kind, waiting.length)} ${laterText(last.cause)}`,
    });
  const failures = outcomes.flatMap((result) => {
    if (result.outcome === 'refused') return [refusalText(result.attention)];
    return result.outcome === 'not-stored' ? [notStoredText(result)] : [];
  });
  for (const description of new Set(failures)) void notify.error('Error', { description });
}
