/** The weeks between two visits of a series. */
export const REPEATS = [1, 2, 4] as const;
export type Repeat = (typeof REPEATS)[number];

/** How often a series has a visit, within a sentence. */
export const REPEAT_TEXTS: Readonly<Record<Repeat, string>> = {
  1: 'every week',
  2: 'every two weeks',
  4: 'every four weeks',
};

/** The same for an interval that a later release's server may have. */
export const repeatText = (every: number): string =>
  (REPEAT_TEXTS as Partial<Record<number, string>>)[every] ?? `every ${every} weeks`;

/** How often a series has a visit, alone: `Every two weeks`. */
export function repeatLabel(every: number): string {
  const text = repeatText(every);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The weeks between two visits that a customer's frequency asks for; null for none. */
export const repeatOf = (frequency: string | null): Repeat | null =>
  frequency === 'weekly' ? 1 : frequency === 'fortnightly' ? 2 : null;
