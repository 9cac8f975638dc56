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

/** A choice that a link to the booking form makes. */
export type ServiceLink = keyof typeof NAMED_SERVICES | ServiceType;

const hasKey = <T extends object>(table: T, key: string): key is keyof T & string =>
  Object.hasOwn(table, key);

/** The service of a link's key; null for an unknown one. */
export function linkedService(link: string): NamedService | null {
  if (hasKey(NAMED_SERVICES, link)) return NAMED_SERVICES[link];
  return hasKey(SERVICE_TYPES, link) ? { name: '', type: link } : null;
}

/** A booking's notes with the named service as the first line, unless it is there. */
export function notesWith(name: string, notes: string): string {
  const line = name.trim();
  const typed = notes.trim();
  if (line === '' || typed === line || typed.startsWith(`${line}\n`)) return notes;
  return typed === '' ? line : `${line}\n${notes}`;
}
