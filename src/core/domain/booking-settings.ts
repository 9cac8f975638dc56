import * as z from 'zod/mini';
import { STAFF_LIMITS } from './staff-limits.ts';
import { optionalParagraphs } from './text.ts';

/**
 * A setting of a booking: a column that the office sets beside its answers, with compare-and-set.
 * `private.setting_fields` is generated from these records by `npm run types:generate`.
 */
interface Setting {
  /** Checks a value as it is typed; its result is sent. An empty text is no text: null. */
  schema: z.ZodMiniType;
  /** The value that is no value. */
  none: null | readonly string[];
  /** The history keeps no value, because it is kept longer than the setting. */
  isSecret?: true;
  /** A value for the coming visits leaves the first booking's column as it is once its day has passed. */
  pastStays?: true;
}

const { crew, answer, access } = STAFF_LIMITS;
const ACCESS_TOO_LONG = `The way in must be at most ${access.max} characters and ${access.lines} lines`;

/** Every setting, by its column. */
export const SETTINGS = {
  crew: {
    schema: z
      .array(z.string())
      .check(z.maxLength(crew.max, { error: `Please choose at most ${crew.max} people` })),
    none: [],
    pastStays: true,
  },
  instructions: {
    schema: optionalParagraphs({
      ...answer,
      long: `The text must be at most ${answer.max} characters`,
      manyLines: `The text must be at most ${answer.lines} lines`,
    }),
    none: null,
  },
  access: {
    schema: optionalParagraphs({ ...access, long: ACCESS_TOO_LONG, manyLines: ACCESS_TOO_LONG }),
    none: null,
    isSecret: true,
  },
} as const satisfies Record<string, Setting>;

export type SettingField = keyof typeof SETTINGS;

export const SETTING_FIELDS = Object.keys(SETTINGS) as readonly SettingField[];

/** The facts of a setting. */
export const settingOf = (field: SettingField): Setting => SETTINGS[field];

/** The value of a setting: the ids of people, or a text; null for none. */
export type SettingValue<Field extends SettingField = SettingField> = z.infer<
  (typeof SETTINGS)[Field]['schema']
>;

/** A booking's settings before the office sets one. */
export const WITHOUT_SETTINGS = Object.fromEntries(
  SETTING_FIELDS.map((field) => [field, settingOf(field).none]),
) as { [Field in SettingField]: SettingValue<Field> };

/** A setting as the office chose it, with the value that it replaces. */
export interface OutgoingSetting {
  id: string;
  bookingId: string;
  field: SettingField;
  expected: SettingValue;
  value: SettingValue;
  /** The coming visits get it too, but those with a value of their own. */
  forSeries: boolean;
  /** In place of `expected`, for what 1.0.0 stored: no later change of the setting than this revision. */
  expectedRevision?: number;
}

/** A change of a setting, as the portal's replica holds it: oldest first in the row's `settings`. */
export interface SettingChange {
  id: string;
  field: SettingField;
  /** Null for a secret. */
  value: SettingValue;
  for_series: boolean;
  /** ISO 8601. */
  created_at: string;
  /** The name of the administrator; null while unknown. */
  by: string | null;
  /** The booking's revision with it. */
  rev: number;
}

/** True for the same text, or the same people in any order. */
export const isSameValue = (one: SettingValue, other: SettingValue): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((id) => other.includes(id))
    : one === other;
