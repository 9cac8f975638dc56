/** 1.0.0 stored settings of a booking as answers of these kinds. */
const FIELDS: Readonly<Partial<Record<string, string>>> = {
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
  const field = FIELDS[values?.kind ?? String(answer)];
  if (field === undefined) return row;
  const setting = values && {
    expected: null,
    value: field === 'crew' ? values.crew : values.message,
    forSeries: values.for_series ?? false,
  };
  return { ...rest, kind: 'booking-setting', field, ...setting } as unknown as Row;
}
