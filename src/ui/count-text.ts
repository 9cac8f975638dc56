/** A count as it is read: `12,345`. */
export const countText = (count: number): string => count.toLocaleString('en-GB');
