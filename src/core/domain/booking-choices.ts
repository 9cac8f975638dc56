/** The choices of the booking form: stored value → label. The database checks the same values. */

export const SERVICE_TYPES = {
  residential: 'Residential Cleaning',
  commercial: 'Commercial Cleaning',
  deep: 'Deep Cleaning',
  move: 'Move In/Out',
  specialized: 'Specialized Service',
} as const;

export type ServiceType = keyof typeof SERVICE_TYPES;

export const PREFERRED_TIMES = {
  morning: '8AM-12PM',
  afternoon: '12PM-5PM',
  evening: '5PM-8PM',
} as const;

export const HOME_SIZES = {
  '1-bedroom': '1 bedroom',
  '2-bedrooms': '2 bedrooms',
  '3-bedrooms': '3 bedrooms',
  '4-bedrooms': '4 bedrooms',
  '5-bedrooms': '5 bedrooms',
} as const;

export const HOUR_SIZES = {
  '2-hours': '2 hours',
  '3-hours': '3 hours',
  '4-hours': '4 hours',
  '6-hours': '6 hours',
  '8-hours': '8 hours',
} as const;

/** The sizes of a job: a home's bedrooms, or hours. */
export const JOB_SIZES = { ...HOME_SIZES, ...HOUR_SIZES };

/** A choice in words; a value unknown to this release stands for itself. */
export const nameOf = (choices: Readonly<Record<string, string>>, value: string): string =>
  choices[value] ?? value;
