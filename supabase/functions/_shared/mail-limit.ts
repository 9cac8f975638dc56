/** The rule for MAIL_DAILY_LIMIT. */
export const MAIL_LIMIT_RULE =
  'must be the most mails that the provider sends in a day, a whole number from 1 to 999999';

/** The provider's most mails a day; null without the setting, `malformed` for an invalid one. */
export function readMailLimit(text: string | undefined): number | null | 'malformed' {
  if (!text) return null;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 'malformed';
}
