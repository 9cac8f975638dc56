/** The link of a mail to a request, `/requests#<id>`. */
export type RequestLink =
  | { state: 'whole'; id: string }
  /** Only a piece of the id arrived. */
  | { state: 'incomplete' };

/** An id, which no further digit precedes. */
const WHOLE = /(?:^|[^\da-f-])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;
/** Eight digits of an id or fewer, if nothing else follows them. */
const PIECE = /^\W*[\da-f](?:[\da-f-]{7}|[\da-f-]*(?!\w))/i;

/** Encoded ASCII is decoded; other encoded characters, whose codes look like digits, are dropped. */
const decode = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, code: string) => {
    const unit = Number.parseInt(code, 16);
    return unit < 128 ? String.fromCharCode(unit) : ' ';
  });

/**
 * Reads a request's link from a fragment, also with the punctuation and parameters that mail programs
 * put behind or around the id; null for another fragment. Never throws.
 */
export function readRequestLink(fragment: string): RequestLink | null {
  const text = decode(fragment);
  const [, id] = WHOLE.exec(text) ?? [];
  if (id !== undefined) return { state: 'whole', id: id.toLowerCase() };
  return PIECE.test(text) ? { state: 'incomplete' } : null;
}
