/** Words for the way in and for animals. */
const URGENT =
  /\b(?:key(?:s|safe|pad|ring)?|lock ?box(?:es)?|codes?|pin|alarm(?:s|ed)?|buzzer|intercom|pets?|dogs?|pupp(?:y|ies)|cats?|kittens?|rabbits?)\b/i;

/** The lines of a text, and the sentences of each. */
const PARTS = /[^\n.!?]+[.!?]*/g;

/**
 * A customer's notes in one line for a place that cuts their end: the sentences that name a key, a
 * code, an alarm or a pet come first.
 */
export function briefNotes(notes: string): string {
  const parts = (notes.match(PARTS) ?? []).map((part) => part.trim()).filter(Boolean);
  const urgent = parts.filter((part) => URGENT.test(part));
  return [...urgent, ...parts.filter((part) => !urgent.includes(part))].join(' ');
}

/** A postal address in one line, with commas between its lines. */
export const addressLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim().replace(/[,;]+$/, ''))
    .filter(Boolean)
    .join(', ');
