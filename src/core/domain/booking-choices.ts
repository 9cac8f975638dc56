/** The choices of the booking form: stored value → label. */

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
