import { cleanEmail } from './text.ts';

/** The large providers' domains whose names are long enough to tell a typing mistake. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'btinternet.com',
  'virginmedia.com',
  'blueyonder.co.uk',
  'ntlworld.com',
  'talktalk.net',
];

/** Domains of other providers that resemble one of them. */
const OTHERS = new Set(['mail.com', 'email.com', 'ymail.com']);

/** Endings that do not exist. */
const ENDINGS: readonly (readonly [mistyped: RegExp, ending: string])[] = [
  [/\.(con|cmo|ocm|comm)$/, '.com'],
  [/\.?(co\.ku|couk|co\.k)$/, '.co.uk'],
];

/**
 * The address that a person probably meant; null without a likely typing mistake. A guess, to be
 * asked and never required.
 */
export function suggestEmail(value: string): string | null {
  const address = cleanEmail(value);
  const at = address.lastIndexOf('@');
  if (at < 1) return null;
  const typed = address.slice(at + 1).toLowerCase();
  const domain = ENDINGS.reduce(
    (text, [mistyped, ending]) => text.replace(mistyped, ending),
    typed,
  );
  const meant = OTHERS.has(domain) ? domain : (providerLike(domain) ?? domain);
  return meant === typed ? null : `${address.slice(0, at)}@${meant}`;
}

const providerLike = (domain: string): string | undefined =>
  PROVIDERS.includes(domain)
    ? domain
    : (PROVIDERS.find((provider) => provider.startsWith(`${domain}.`)) ??
      PROVIDERS.find((provider) => isOneMistake(domain, provider)));

/** Whether one letter was left out, added or changed, or two neighbours were swapped. */
function isOneMistake(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  const [rest, wanted] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}
