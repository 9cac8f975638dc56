/** A count as it is read: `12,345`. By hand: a page's first use of `Intl` holds it up for 50 ms, and every list tells a count. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
