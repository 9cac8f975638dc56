/** Crockford's base 32, the site's alphabet. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A submission's reference, such as `K7QF-2M9D`: a copy of the site's `referenceOf`, which a
 * function cannot import.
 */
export function referenceOf(id: string): string {
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(0, 10)}`);
  const reference = Array.from({ length: 8 }, (_, place) =>
    ALPHABET.charAt(Number((bits >> BigInt(5 * (7 - place))) & 31n)),
  ).join('');
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
