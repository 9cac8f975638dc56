// C0 and C1 control characters, and what some systems take for a slash.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\]/;
const ENCODED = /%[0-9a-f]{2}/i;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a part of a path, decoded, is one name: no step to another folder, nothing that a second reading would change. */
const isName = (part: string): boolean =>
  part !== '' &&
  part !== '.' &&
  part !== '..' &&
  !part.includes('/') &&
  !UNSAFE.test(part) &&
  !ENCODED.test(part);

/**
 * The target of a request in the one spelling that all rules are written for: a path from the root without empty, dotted or
 * doubly encoded parts, and the query as it was sent. Undefined for a target that has no such spelling: nothing of ours has
 * its address.
 */
export function normalTarget(target: string): string | undefined {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  const [first, ...parts] = path.split('/').map(decode);
  // A slash at the end stands for the folder.
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
