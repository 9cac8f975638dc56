/** The rule for MAIL_RECEIPTS. */
export const RECEIPTS_RULE =
  'must be the largest number of receipts a day, a whole number from 0 to 10000; 0 sends none';

/** The number without the setting. */
export const DEFAULT_RECEIPTS = 100;

/** The most receipts to customers a day; `malformed` for an invalid setting. */
export function readReceiptLimit(text: string | undefined): number | 'malformed' {
  if (!text) return DEFAULT_RECEIPTS;
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  return limit <= 10_000 ? limit : 'malformed';
}
