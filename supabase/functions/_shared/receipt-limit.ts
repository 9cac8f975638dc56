/** The rule for MAIL_RECEIPTS. */
export const RECEIPTS_RULE =
  'must be the largest number of receipts a day, a whole number from 1 to 10000';

/**
 * The most receipts to customers a day; null without the setting, `malformed` for an invalid one.
 */
export function readReceiptLimit(text: string | undefined): number | 'malformed' | null {
  if (!text) return null;
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= 10_000 ? limit : 'malformed';
}
