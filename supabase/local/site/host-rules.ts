interface AddressRule {
  /** A path, or all that begin with what stands before the star. */
  from: string;
  to: string;
  /** 200 answers with the other address's page, where there is no file. */
  status: 200 | 301;
}

/** The addresses that are not simply the place of a file, for this server and for static hosts. */
export const ADDRESS_RULES: readonly AddressRule[] = [
  // The portal's own install covers what lies below the slash.
  { from: '/admin', to: '/admin/', status: 301 },
  { from: '/admin/*', to: '/admin/', status: 200 },
];

/** Whether a rule's `from` covers a path. */
const covers = (from: string, pathname: string): boolean =>
  from.endsWith('*') ? pathname.startsWith(from.slice(0, -1)) : pathname === from;

export const ruleFor = (pathname: string): AddressRule | undefined =>
  ADDRESS_RULES.find(({ from }) => covers(from, pathname));

/** Headers for the addresses that `from` covers; see `covers`. */
export interface HeaderRule {
  from: string;
  headers: Record<string, string>;
}

/** The rules as the text of `_headers`, which static hosts read. */
export const formatHeaderRules = (rules: readonly HeaderRule[]): string =>
  rules
    .map(({ from, headers }) =>
      [from, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join(
        '\n',
      ),
    )
    .join('');

/** The reverse of `formatHeaderRules`. */
export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n')) {
    const [, name, value] = /^ +([^:]+): (.*)$/.exec(line) ?? [];
    if (line.startsWith('/')) rules.push({ from: line, headers: {} });
    else if (name && value) Object.assign(rules.at(-1)?.headers ?? {}, { [name]: value });
  }
  return rules;
}

/** The headers of an address. No two rules for one address may name the same header: hosts differ in what they make of it. */
export const headersAt = (rules: readonly HeaderRule[], pathname: string): Record<string, string> =>
  Object.assign(
    {},
    ...rules.filter(({ from }) => covers(from, pathname)).map(({ headers }) => headers),
  ) as Record<string, string>;
