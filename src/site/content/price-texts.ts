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
