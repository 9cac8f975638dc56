// Generated from src/core/domain by `npm run types:generate`.
/** What an agreed price is for. */
export const PRICE_UNITS = ['hour', 'visit'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** An agreed price. */
export interface Price {
  /** In pence. */
  price_pence: number;
  price_per: PriceUnit;
}

/** The price of a booking or event, as stored; null or absent without one. */
export interface MaybePrice {
  price_pence?: number | null | undefined;
  price_per?: string | null | undefined;
}

/** The price of a booking or event; null without one. */
export const priceOf = ({ price_pence: pence, price_per: per }: MaybePrice): Price | null =>
  pence && per ? { price_pence: pence, price_per: per as PriceUnit } : null;
