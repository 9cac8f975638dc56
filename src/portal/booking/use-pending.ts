import { SETTING_FIELDS, type SettingField } from '../../core/domain/booking-settings.ts';
import type { WaitCause } from '../../core/domain/reasons.ts';
import type { TeamNames } from '../../core/domain/team.ts';
import {
  presentValue,
  settingKey,
  type PendingSetting,
  type PendingSettings,
} from '../../core/mutations/booking-setting.ts';
import type { PendingAnswer, PendingAnswers } from '../../core/mutations/office-answer.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { useLists } from '../sync/use-lists.ts';
import { answerText, doneTexts, FOLLOWING, isNeeded, refusalText } from './answer-texts.ts';
import type { DoneTexts } from './done-texts.ts';
import { SETTING_TEXTS, settingRefusalText, valueText } from './setting-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** An answer or a setting that the server does not have, in words. */
export interface Pending {
  id: string;
  bookingId: string;
  createdAt: number;
  /** Why the server refused it; null while it waits. */
  attention: Attention | null;
  canUndo: boolean;
  /** The cause of its wait; null before a failure. */
  cause: WaitCause | null;
  /** Its name after `your`. */
  noun: string;
  text: string;
  /** The effects that come once it is sent; empty without any. */
  following: string;
  /** Why it was refused, and the remedy. */
  refusal: string;
  /** It was refused, and has to be given again. */
  isUrgent: boolean;
  texts: DoneTexts;
}

function ofAnswer({ entry, ...pending }: PendingAnswer, booking: Booking | undefined): Pending {
  const { id, bookingId, createdAt, answer } = entry;
  const { attention } = pending;
  const status = booking?.status ?? null;
  return {
    ...{ id, bookingId, createdAt, ...pending },
    noun: 'answer',
    text: answerText(answer),
    following: FOLLOWING[answer.kind] ?? '',
    refusal: attention ? refusalText(attention, status) : '',
    isUrgent: attention !== null && isNeeded(status),
    texts: doneTexts(answer.kind),
  };
}

function ofSetting(
  { entry, ...pending }: PendingSetting,
  booking: Booking | undefined,
  names: TeamNames,
): Pending {
  const { id, bookingId, createdAt, field, value, forSeries, expectedRevision } = entry;
  const { attention } = pending;
  const texts = SETTING_TEXTS[field];
  const present = booking ? valueText(presentValue(entry, booking), names) : null;
  return {
    ...{ id, bookingId, createdAt, ...pending, texts },
    noun: texts.noun,
    text: texts.history({ value, for_series: forSeries }, names),
    // 1.0.0 did not say whether a text is for a series.
    following:
      forSeries && expectedRevision === undefined ? ' The visits follow once it is sent.' : '',
    refusal: attention ? settingRefusalText(attention, field, present) : '',
    isUrgent: attention !== null,
  };
}

/** Everything that the server does not have, oldest first. */
export function pendingOf(
  answers: PendingAnswers,
  settings: PendingSettings,
  bookingOf: (id: string) => Booking | undefined,
  names: TeamNames,
): Pending[] {
  return [
    ...[...answers.values()].map((answer) => ofAnswer(answer, bookingOf(answer.entry.bookingId))),
    ...[...settings.values()].map((setting) =>
      ofSetting(setting, bookingOf(setting.entry.bookingId), names),
    ),
  ].sort((a, b) => a.createdAt - b.createdAt);
}

/** The answer to a booking that the server has not added; undefined for none. */
export const usePendingAnswer = (bookingId: string): PendingAnswer | undefined =>
  useLists(({ answers }) => answers.get(bookingId));

/** The settings of a booking that the server does not have, by field. */
export function usePendingSettings(bookingId: string): ReadonlyMap<SettingField, PendingSetting> {
  const settings = useLists((lists) => lists.settings);
  return new Map(
    SETTING_FIELDS.flatMap((field) => {
      const setting = settings.get(settingKey(bookingId, field));
      return setting ? [[field, setting] as const] : [];
    }),
  );
}

/** A booking's answer and settings that the server does not have, the answer first. */
export function usePendingOf(
  booking: Booking | undefined,
  bookingId: string,
  names: TeamNames,
): Pending[] {
  const answer = usePendingAnswer(bookingId);
  const settings = usePendingSettings(bookingId);
  return [
    ...(answer ? [ofAnswer(answer, booking)] : []),
    ...[...settings.values()].map((setting) => ofSetting(setting, booking, names)),
  ];
}
