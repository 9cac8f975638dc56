import type { SettingField } from '../domain/booking-settings.ts';

/** The settings that 1.0.0 has as answers, by the kind of the answer. */
export const FORMER_SETTINGS: Readonly<Partial<Record<string, SettingField>>> = {
  assigned: 'crew',
  instructed: 'instructions',
  entrusted: 'access',
};

interface FormerAnswer {
  kind: 'office-answer';
  /** An entry's values, or a receipt's kind. */
  answer: string | { kind: string; crew?: unknown; for_series?: boolean; message: unknown };
}

const isOfficeAnswer = (row: object): row is FormerAnswer =>
  'kind' in row && row.kind === 'office-answer';

/**
 * An entry or receipt in this release's form, with the value before unknown. Read at each time, not
 * once: a tab of 1.0.0 that is still open stores further ones.
 */
export function settingOfAnswer<Row extends object>(row: Row | undefined): Row | undefined {
  if (!row || !isOfficeAnswer(row)) return row;
  const { answer, ...rest } = row;
  const values = typeof answer === 'string' ? null : answer;
  const field = FORMER_SETTINGS[values?.kind ?? String(answer)];
  if (field === undefined) return row;
  const setting = values && {
    expected: null,
    value: field === 'crew' ? values.crew : values.message,
    // A text of a first booking was the coming visits' too.
    forSeries: field === 'crew' ? (values.for_series ?? false) : true,
  };
  return { ...rest, kind: 'booking-setting', field, ...setting } as unknown as Row;
}
