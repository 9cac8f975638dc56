import { priceOf, type MaybePrice, type PriceUnit } from './price.ts';

/** The units of an agreed price, after its amount. */
export const PRICE_UNIT_TEXTS: Readonly<Record<PriceUnit, string>> = {
  visit: 'a visit',
  hour: 'an hour',
};

/** An amount of pence in pounds: `£1,066`, `£66.50`. */
export function poundsText(pence: number): string {
  const pounds = String(Math.floor(pence / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = pence % 100;
  return `£${pounds}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** An agreed price: `£66 a visit`, `£22.50 an hour`; null without one. */
export function agreedPriceText(stored: MaybePrice): string | null {
  const price = priceOf(stored);
  return price && `${poundsText(price.price_pence)} ${PRICE_UNIT_TEXTS[price.price_per]}`;
}

/** A stored amount as its field shows it: `66`, `66.50`. */
export const typedPounds = (pence: number): string => poundsText(pence).replace(/[£,]/g, '');

const POUNDS = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/;

/** The pence of a typed amount of pounds; null for an empty text, NaN for one that is no amount. */
export function parsePounds(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  const [, pounds, pence = ''] = POUNDS.exec(text) ?? [];
  return pounds === undefined
    ? NaN
    : Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'));
}
