// Generated from src/core/domain by `npm run types:generate`.
import { SERVICE_TYPES, type ServiceType } from './booking-choices.ts';

interface NamedService {
  name: string;
  /** Its choice in the booking form. */
  type: ServiceType;
}

/** The services of the services page, by their key in a link and in a booking: `/booking?service=event`. */
export const NAMED_SERVICES = {
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

/** The choices of the booking form that a link makes; `service` is empty if it names a type alone. */
export interface LinkedChoice {
  service_type: ServiceType;
  service: NamedServiceKey | '';
}

const hasKey = <T extends object>(table: T, key: string): key is keyof T & string =>
  Object.hasOwn(table, key);

/** Whether a key is that of a service with a page. */
export const isNamedService = (key: string): key is NamedServiceKey => hasKey(NAMED_SERVICES, key);

/** The choices of a link's key; null for an unknown one. */
export function linkedChoice(link: string): LinkedChoice | null {
  if (isNamedService(link)) return { service_type: NAMED_SERVICES[link].type, service: link };
  return hasKey(SERVICE_TYPES, link) ? { service_type: link, service: '' } : null;
}

/** The names of all services, or of those of one type, by their keys. */
export const serviceNames = (type?: ServiceType | ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    NAMED_SERVICE_KEYS.filter((key) => type === undefined || NAMED_SERVICES[key].type === type).map(
      (key) => [key, NAMED_SERVICES[key].name],
    ),
  );
