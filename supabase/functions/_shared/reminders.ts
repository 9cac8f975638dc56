/** The rule for MAIL_REMINDERS. */
export const REMINDERS_RULE = 'must be on or off';

/** Whether customers are reminded of a visit, `on` without the setting. */
export function readReminders(text: string | undefined): 'on' | 'off' | 'malformed' {
  if (!text) return 'on';
  return text === 'on' || text === 'off' ? text : 'malformed';
}
