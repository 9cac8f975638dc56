/** What a form of text fields holds while it is typed: field name → text. */
export type TextValues = Record<string, string>;

export const isBlank = (values: TextValues) => Object.values(values).every((text) => text === '');

/**
 * Fills a form's fields from something stored earlier, perhaps by another release: unknown fields and values that are
 * no text are left out. Null when nothing is left.
 */
export function fillFrom<Values extends TextValues>(empty: Values, stored: unknown): Values | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const texts = Object.entries(stored).filter(([name, value]) => name in empty && typeof value === 'string');
  const filled = { ...empty, ...Object.fromEntries(texts) };
  return isBlank(filled) ? null : filled;
}
