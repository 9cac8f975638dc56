import { SERVICE_TYPES, type ServiceType } from './booking-choices.ts';

/** A service of the services page, and its choice in the booking form. */
interface NamedService {
  /** The name for the notes; empty if the choice says it all. */
  name: string;
  type: ServiceType;
}

/** The services of the services page, by their key in a link: `/booking?service=event`. */
const NAMED_SERVICES = {
  regular: { name: 'Regular House Cleaning', type: 'residential' },
  deep: { name: 'Deep Cleaning', type: 'deep' },
  move: { name: 'Move In/Out Cleaning', type: 'move' },
  office: { name: 'Office Cleaning', type: 'commercial' },
  retail: { name: 'Retail Space Cleaning', type: 'commercial' },
  facility: { name: 'Facility Maintenance', type: 'commercial' },
  'post-construction': { name: 'Post-Construction Cleaning', type: 'specialized' },
  event: { name: 'Event Cleaning', type: 'specialized' },
  eco: { name: 'Eco-Friendly Cleaning', type: 'specialized' },
} as const satisfies Record<string, NamedService>;

/** The key of a service that has a page, `/services/<key>`. */
export type NamedServiceKey = keyof typeof NAMED_SERVICES;
export const NAMED_SERVICE_KEYS = Object.keys(NAMED_SERVICES) as readonly NamedServiceKey[];

/** A choice that a link to the booking form makes. */
export type ServiceLink = NamedServiceKey | ServiceType;

const hasKey = <T extends object>(table: T, key: string): key is keyof T & string =>
  Object.hasOwn(table, key);

/** The choice in the booking form of a service with a page. */
export const typeOfService = (key: NamedServiceKey): ServiceType => NAMED_SERVICES[key].type;

/** Whether a key is that of a service with a page. */
export const isNamedService = (key: string): key is NamedServiceKey => hasKey(NAMED_SERVICES, key);

/** The service of a link's key; null for an unknown one. */
export function linkedService(link: string): NamedService | null {
  if (isNamedService(link)) return NAMED_SERVICES[link];
  return hasKey(SERVICE_TYPES, link) ? { name: '', type: link } : null;
}

/** A booking's notes after the given first lines. Those that the notes begin with are not repeated. */
export function notesWith(lines: readonly string[], notes: string): string {
  const first = lines.map((line) => line.trim()).filter((line) => line !== '');
  const typed = notes.trim().split('\n');
  while (first.includes(typed[0] ?? '')) typed.shift();
  return [...first, ...typed].join('\n').trim();
}
