/**
 * Crockford's base 32: no I, L, O or U, so that a reference survives being read out on the phone.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A submission's reference, such as `K7QF-2M9D`: the first 40 bits of its id. The same id gives the
 * same reference on the visitor's phone and in the office.
 */
export function referenceOf(id: string): string {
  let bits = Number.parseInt(id.replaceAll('-', '').slice(0, 10), 16);
  let reference = '';
  for (let i = 0; i < 8; i++) {
    reference = ALPHABET.charAt(bits % 32) + reference;
    bits = Math.floor(bits / 32);
  }
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
