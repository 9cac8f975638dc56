import { SERVICE_TYPES, type ServiceType } from './booking-choices.ts';

/** A service that a page names, and the choice of the booking form that it falls under. */
interface NamedService {
  /** Empty where the choice says it all. */
  name: string;
  type: ServiceType;
}

/** The services of the services page, by their name in a link: `/booking?service=event`. */
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

/** A choice that a link to the booking form can make. */
export type ServiceLink = keyof typeof NAMED_SERVICES | ServiceType;

const hasKey = <T extends object>(table: T, key: string): key is keyof T & string =>
  Object.hasOwn(table, key);

/** The service that a link names; null where it names none that is offered. */
export function linkedService(link: string): NamedService | null {
  if (hasKey(NAMED_SERVICES, link)) return NAMED_SERVICES[link];
  return hasKey(SERVICE_TYPES, link) ? { name: '', type: link } : null;
}

/** The notes that go out with a booking: the named service on the first line, unless it stands there already. */
export function notesWith(name: string, notes: string): string {
  const line = name.trim();
  const typed = notes.trim();
  if (line === '' || typed === line || typed.startsWith(`${line}\n`)) return notes;
  return typed === '' ? line : `${line}\n${notes}`;
}
