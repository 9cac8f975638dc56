import { createHmac } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 (RFC 4648, 6), without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The code of RFC 6238 (SHA-1, 6 digits, 30 seconds) for a base32 secret at a time in milliseconds. */
export function codeAt(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 1000 / STEP_SECONDS)));
  const hmac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = hmac.readUInt32BE(hmac.readUInt8(hmac.length - 1) & 15) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Whether the code is that of the present step, or of the one before or after. */
export const isCodeOf = (secret: string, code: string, now: number): boolean =>
  [-1, 0, 1].some((step) => codeAt(secret, now + step * STEP_SECONDS * 1000) === code);
