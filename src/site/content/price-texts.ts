import { SERVICE_TYPES, type ServiceType } from '../../core/domain/booking-choices.ts';
import { COMPANY } from './company.ts';

/** A service's price in words: `From £28 an hour`. Null without a price. */
export function priceText(type: ServiceType): string | null {
  const price = COMPANY.prices[type];
  if (!price) return null;
  return `From £${price.from} ${price.per === 'hour' ? 'an hour' : 'a visit'}`;
}

/** A typical job at that price, or an empty text. */
export const priceExample = (type: ServiceType): string => COMPANY.prices[type]?.example ?? '';

/** The choices of the booking form that have a price, in their order. */
export const PRICED_TYPES = (Object.keys(SERVICE_TYPES) as ServiceType[]).filter(
  (type) => COMPANY.prices[type] !== undefined,
);

const ROOMS = [1, 2, 3, 4, 5].map((rooms) => (rooms === 1 ? '1 bedroom' : `${rooms} bedrooms`));
const HOURS = [2, 3, 4, 6, 8];

const hoursText = (hours: number) =>
  hours === 1 ? '1 hour' : `${String(hours).replace('.5', '½')} hours`;

interface Sizes {
  label: string;
  texts: readonly string[];
}

/** The sizes that the form offers for a service: bedrooms, or hours where a home's make no sense. */
export const sizesOf = (type: ServiceType | ''): Sizes =>
  type !== '' && COMPANY.prices[type]?.hours.length === 0
    ? { label: 'Hours', texts: HOURS.map(hoursText) }
    : { label: 'Size', texts: ROOMS };

export const FREQUENCIES = ['Once', 'Every week', 'Every fortnight'];

/** A job's price in words, by the owner's figures: `About 3 hours, from £66`. Null without them. */
export function estimateText(type: ServiceType | '', size: string): string | null {
  const price = type === '' ? undefined : COMPANY.prices[type];
  const place = sizesOf(type).texts.indexOf(size);
  const hours = (price?.hours.length ? price.hours : HOURS)[place];
  if (price?.per !== 'hour' || hours === undefined) return null;
  return `About ${hoursText(hours)}, from £${Math.ceil(hours * price.from)}`;
}

/** The sizes of a home that the owner's figures cover, each with its estimate. */
export const estimatesOf = (type: ServiceType): { size: string; text: string }[] =>
  (COMPANY.prices[type]?.hours ?? []).flatMap((_, i) => {
    const size = ROOMS[i] ?? '';
    const text = estimateText(type, size);
    return text ? [{ size, text }] : [];
  });

interface Job {
  service_type: ServiceType | '';
  /** A text of `sizesOf`, or empty. */
  size: string;
  /** A text of `FREQUENCIES`, or empty. */
  frequency: string;
}

/** A job's size, frequency and estimate in one line for the office; empty without the first two. */
export function jobText({ service_type: type, size, frequency }: Job): string {
  const known = sizesOf(type).texts.includes(size) ? size : '';
  const job = [known, known ? frequency.toLowerCase() : frequency].filter(Boolean).join(', ');
  const estimate = estimateText(type, known);
  return job && estimate ? `${job}: ${estimate.replace('About', 'about')}` : job;
}
