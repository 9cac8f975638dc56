/**
 * A formatted count: `12,345`. Without `Intl`, whose first use blocks a slow phone
 * (docs/decisions/0011).
 */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
