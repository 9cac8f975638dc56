import { HOME_SIZES, HOUR_SIZES, type ServiceType } from '../../core/domain/booking-choices.ts';
import { serviceNames } from '../../core/domain/named-services.ts';
import { COMPANY } from './company.ts';
import { jobPrice, priceExample, priceText } from './price-texts.ts';

/** The optional choices and the price that the booking form shows for a service type. */
export interface Estimate {
  /** The services of the type: key → name. */
  services: Readonly<Record<string, string>>;
  label: 'Size' | 'Hours';
  /** Stored value → label. */
  sizes: Readonly<Record<string, string>>;
  /** The price, or the estimate for the chosen size. */
  price: string;
  details: string;
}

/** A service's sizes: bedrooms, or hours where the owner gives none for a home. */
const sizesOf = (type: ServiceType | '') =>
  type !== '' && COMPANY.prices[type]?.hours.length === 0
    ? ({ label: 'Hours', sizes: HOUR_SIZES } as const)
    : ({ label: 'Size', sizes: HOME_SIZES } as const);

/** A job's price in words, by the owner's figures: `About 3 hours, from £66`. Null without them. */
export function estimateText(type: ServiceType | '', size: string): string | null {
  const price = type === '' ? undefined : COMPANY.prices[type];
  const { sizes } = sizesOf(type);
  if (!price || !Object.hasOwn(sizes, size)) return null;
  const place = Object.keys(sizes).indexOf(size);
  return jobPrice(price, price.hours.length > 0 ? price.hours[place] : Number.parseInt(size, 10));
}

export function estimateOf(type: ServiceType | '', size: string): Estimate {
  const choices = { ...sizesOf(type), services: serviceNames(type) };
  if (type === '')
    return { ...choices, price: 'What it costs', details: 'Choose a service to see its price.' };
  const price = priceText(type);
  const estimate = estimateText(type, size);
  if (estimate) return { ...choices, price: estimate, details: `${price}. ${COMPANY.called}` };
  return price
    ? { ...choices, price, details: priceExample(type) }
    : { ...choices, price: '', details: COMPANY.called };
}
