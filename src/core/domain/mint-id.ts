declare const crypto: { getRandomValues: (bytes: Uint8Array) => Uint8Array };

/**
 * A random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only on https and in browsers
 * since 2022; `getRandomValues` exists everywhere.
 */
export function mintId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
