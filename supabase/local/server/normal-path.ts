// C0 and C1 control characters, and the backslash, which some systems treat as a slash.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\]/;
const ENCODED = /%[0-9a-f]{2}/i;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a decoded path segment is a plain name: no folder step, and decoding it again would
 * change nothing.
 */
const isName = (part: string): boolean =>
  part !== '' &&
  part !== '.' &&
  part !== '..' &&
  !part.includes('/') &&
  !UNSAFE.test(part) &&
  !ENCODED.test(part);

/**
 * The normalised target of a request: a path from the root with single slashes and without dotted or
 * doubly encoded segments, and the query unchanged. All rules assume this form. Undefined if the target cannot be
 * normalised; no address of ours is like that.
 */
export function normalTarget(target: string): string | undefined {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  const [first, ...parts] = path
    .replaceAll(/\/{2,}/g, '/')
    .split('/')
    .map(decode);
  // A trailing slash denotes a folder.
  const names = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  if (
    first !== '' ||
    parts.length === 0 ||
    !names.every((part) => part !== undefined && isName(part))
  )
    return undefined;
  const spelled = parts.map((part) =>
    encodeURI(part ?? '')
      .replaceAll('?', '%3F')
      .replaceAll('#', '%23'),
  );
  return ['', ...spelled].join('/') + (query.length > 0 ? `?${query.join('?')}` : '');
}
