import type { ServiceType } from '../../core/domain/booking-choices.ts';
import { COMPANY } from './company.ts';
import { hoursText, jobPrice, priceExample, priceText, ROOMS } from './price-texts.ts';

/** The choices and the price that the booking form shows beside a service. */
export interface Estimate {
  /** The label of the sizes. */
  label: string;
  sizes: readonly string[];
  frequencies: readonly string[];
  /** The price, or the estimate for the chosen size. */
  price: string;
  details: string;
}

const HOURS = [2, 3, 4, 6, 8];
const FREQUENCIES = ['Once', 'Every week', 'Every fortnight'];

/** A service's sizes: bedrooms, or hours where the owner gives none for a home. */
const sizesOf = (type: ServiceType | '') =>
  type !== '' && COMPANY.prices[type]?.hours.length === 0
    ? { label: 'Hours', sizes: HOURS.map(hoursText) }
    : { label: 'Size', sizes: ROOMS };

/** A job's price in words, by the owner's figures: `About 3 hours, from £66`. Null without them. */
export function estimateText(type: ServiceType | '', size: string): string | null {
  const price = type === '' ? undefined : COMPANY.prices[type];
  const place = sizesOf(type).sizes.indexOf(size);
  return price ? jobPrice(price, (price.hours.length > 0 ? price.hours : HOURS)[place]) : null;
}

export function estimateOf(type: ServiceType | '', size: string): Estimate {
  const choices = { ...sizesOf(type), frequencies: FREQUENCIES };
  if (type === '')
    return { ...choices, price: 'What it costs', details: 'Choose a service to see its price.' };
  const price = priceText(type);
  const estimate = estimateText(type, size);
  if (estimate) return { ...choices, price: estimate, details: `${price}. ${COMPANY.called}` };
  return price
    ? { ...choices, price, details: priceExample(type) }
    : { ...choices, price: '', details: COMPANY.called };
}

interface Job {
  service_type: ServiceType | '';
  /** One of the service's sizes, or empty. */
  size: string;
  frequency: string;
}

/** A job's size, frequency and estimate in one line for the office; empty without the first two. */
export function jobText({ service_type: type, size, frequency }: Job): string {
  const known = sizesOf(type).sizes.includes(size) ? size : '';
  const job = [known, known ? frequency.toLowerCase() : frequency].filter(Boolean).join(', ');
  const estimate = estimateText(type, known);
  return job && estimate ? `${job}: ${estimate.replace('About', 'about')}` : job;
}
