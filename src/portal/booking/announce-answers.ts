import type { OfficeAnswer } from '../../core/domain/answers.ts';
import type { SettingField } from '../../core/domain/booking-settings.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';
import { notStoredText } from '../send-entries.ts';
import { doneTexts, refusalText, unsentText } from './answer-texts.ts';
import type { DoneTexts } from './done-texts.ts';
import { SETTING_TEXTS, settingRefusalText } from './setting-texts.ts';

interface AnswerOutcome {
  bookingId: string;
  outcome: Outcome;
}

/** Announces the outcomes of answers of one kind; the same reason once. */
export const announceAnswers = (kind: OfficeAnswer, answers: readonly AnswerOutcome[]): void =>
  announce(doneTexts(kind), answers, refusalText);

/** The same of one setting. */
export const announceSettings = (field: SettingField, settings: readonly AnswerOutcome[]): void =>
  announce(SETTING_TEXTS[field], settings, (attention) => settingRefusalText(attention, field));

function announce(
  { done: doneText, willBe }: DoneTexts,
  answers: readonly AnswerOutcome[],
  refusalOf: (attention: Attention) => string,
): void {
  const outcomes = answers.map(({ outcome }) => outcome);
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  const waiting = outcomes.filter((result) => result.outcome === 'waiting');
  const last = waiting.at(-1);
  const unsent = answers.filter(({ outcome }) => 'isTextUnsent' in outcome);
  if (done > 0) void notify.success('Success', { description: doneText(done) });
  if (unsent.length > 0)
    void notify.info(unsent.length === 1 ? 'Your text was not sent' : 'Your texts were not sent', {
      duration: Infinity,
      description: unsentText(unsent.map(({ bookingId }) => bookingId)),
    });
  if (last)
    void notify.info('Saved on this device', {
      id: 'answers-saved',
      duration: 3000,
      description: `${willBe(waiting.length)} ${laterText(last.cause)}`,
    });
  const failures = outcomes.flatMap((result) => {
    if (result.outcome === 'refused') return [refusalOf(result.attention)];
    return result.outcome === 'not-stored' ? [notStoredText(result)] : [];
  });
  for (const description of new Set(failures)) void notify.error('Error', { description });
}
