export type FileProblem = 'wrong-type' | 'too-large' | 'empty';

/** A file type's first bytes; null stands for any byte. */
export type Signature = readonly (number | null)[];

/** Whether the bytes have the signature at an offset. */
export const startsWith = (bytes: Uint8Array, signature: Signature, offset = 0) =>
  signature.every((byte, i) => byte === null || bytes[offset + i] === byte);

/** The fault in a file's size; null for a file with content and at most `maxBytes`. */
export function checkSize(
  bytes: Uint8Array,
  maxBytes: number,
): Exclude<FileProblem, 'wrong-type'> | null {
  if (bytes.length === 0) return 'empty';
  return bytes.length > maxBytes ? 'too-large' : null;
}
