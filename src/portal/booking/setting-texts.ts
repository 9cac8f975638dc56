import type {
  SettingChange,
  SettingField,
  SettingValue,
} from '../../core/domain/booking-settings.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { crewNames, type TeamNames } from '../../core/domain/team.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { bookingsText, type DoneTexts } from './done-texts.ts';

interface SettingTexts extends DoneTexts {
  /** How its form edits it: as people of the team, or as a text, in a field with this id, of so many characters. */
  edit: 'people' | { id: string; max: number };
  label: string;
  hint: string;
  send: string;
  /** For the first booking of a running series. */
  ofSeries:
    | { hint: string }
    /** A box that its form ticks: the coming visits too. */
    | { box: string };
  /** Its name after `your`. */
  noun: string;
  /** Its line of the history. */
  history: (change: Pick<SettingChange, 'value' | 'for_series'>, names: TeamNames) => string;
}

const peopleOf = (value: SettingValue, names: TeamNames) =>
  crewNames(Array.isArray(value) ? value : [], names) || 'nobody';

/** Every setting, in the order of the forms. */
export const SETTING_TEXTS: Readonly<Record<SettingField, SettingTexts>> = {
  crew: {
    edit: 'people',
    label: 'Give to',
    hint: 'On the schedule, on the run sheet and on their own page.',
    send: 'Save who goes',
    ofSeries: { box: 'Also the coming visits, but those that were given out alone' },
    noun: 'list of those who go',
    history: ({ value, for_series: isForSeries }, names) =>
      `Given to ${peopleOf(value, names)}${isForSeries ? ', the coming visits too' : ''}`,
    done: (count) => `Saved who goes to ${bookingsText(count)}`,
    willBe: (count) => `Who goes to ${bookingsText(count)} will be saved`,
  },
  instructions: {
    edit: { id: 'instructions', max: STAFF_LIMITS.answer.max },
    label: 'For those who go',
    hint: 'On the schedule and the run sheet. The customer doesn’t read it.',
    send: 'Save instructions',
    ofSeries: {
      hint: 'On the schedule and the run sheet of the coming visits, but those with their own. The customer doesn’t read it.',
    },
    noun: 'text for those who go',
    history: ({ value }) =>
      value === null ? 'Instructions removed' : 'Instructions for those who go',
    done: (count) => `Saved the instructions for ${bookingsText(count)}`,
    willBe: (count) => `The instructions for ${bookingsText(count)} will be saved`,
  },
  access: {
    edit: { id: 'way-in', max: STAFF_LIMITS.access.max },
    label: 'The way in',
    hint: 'Codes, keys and alarms. Shown to those who go from six in the evening before, and in the portal. It is on no paper, in no export and in no email, and is deleted a week after the last visit.',
    send: 'Save the way in',
    ofSeries: {
      hint: 'Codes, keys and alarms of the coming visits, but those with their own. Shown to those who go from six in the evening before, and in the portal. It is on no paper, in no export and in no email, and is deleted a week after the last visit.',
    },
    noun: 'way in',
    history: () => 'Way in changed',
    done: (count) => `Saved the way in for ${bookingsText(count)}`,
    willBe: (count) => `The way in for ${bookingsText(count)} will be saved`,
  },
};

/** A value within a sentence. */
export function valueText(value: SettingValue, names: TeamNames): string {
  if (Array.isArray(value)) return peopleOf(value, names);
  return `“${value ?? ''}”`;
}

/** Why a setting was not stored, and the remedy. `present`: the booking's value in words; null if it is unknown. */
export function settingRefusalText(
  { reason, message }: Attention,
  field: SettingField,
  present: string | null = null,
): string {
  const { noun } = SETTING_TEXTS[field];
  switch (reason) {
    case 'changed':
      return `Another administrator was first${present === null ? '' : `: it is ${present} now`}. Save your ${noun} again, or discard it.`;
    case 'gone':
      return `The booking no longer exists: it was deleted. Discard your ${noun}.`;
    case 'forbidden':
      return message;
    default:
      return `The server refused your ${noun}: ${message} Change it and save it again, or discard it.`;
  }
}
