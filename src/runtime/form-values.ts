/** Values of a form of text fields: field name → text. */
type Texts = Record<string, string>;

export const isBlank = (values: Texts) => Object.values(values).every((text) => text === '');

/** Whether every field has the same text in both. */
export const isSame = <Values extends Texts>(one: Values, other: Values) =>
  Object.keys(one).every((name) => one[name] === other[name]);

/** The form's values, with `more` in the fields that are blank. */
export function fillBlanks<Values extends Texts>(typed: Values, offered: Partial<Values>): Values {
  const blanks = Object.entries(offered).filter(([name]) => typed[name] === '');
  return { ...typed, ...Object.fromEntries(blanks) };
}

/**
 * Form values from stored data, perhaps of another release: unknown fields and values that are not
 * texts are left out. Null without any text.
 */
export function fillFrom<Values extends Texts>(empty: Values, stored: unknown): Values | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const texts = Object.entries(stored).filter(
    ([name, value]) => name in empty && typeof value === 'string',
  );
  const filled = { ...empty, ...Object.fromEntries(texts) };
  return isBlank(filled) ? null : filled;
}
