export type FileProblem = 'wrong-type' | 'too-large' | 'empty';

/** What files of a type begin with; null stands for any byte. */
export type Signature = readonly (number | null)[];

/** Whether the signature stands in the bytes at an offset. */
export const startsWith = (bytes: Uint8Array, signature: Signature, offset = 0) =>
  signature.every((byte, i) => byte === null || bytes[offset + i] === byte);

/** What is wrong with the size of a file; null when it has some content, and `maxBytes` of it at most. */
export function checkSize(
  bytes: Uint8Array,
  maxBytes: number,
): Exclude<FileProblem, 'wrong-type'> | null {
  if (bytes.length === 0) return 'empty';
  return bytes.length > maxBytes ? 'too-large' : null;
}
