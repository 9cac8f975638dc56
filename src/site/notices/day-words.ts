const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A calendar day, `YYYY-MM-DD`, with its weekday: `Monday 7 December 2026`. */
export const dayWords = (day: string): string => DAY.format(new Date(day)).replace(',', '');
