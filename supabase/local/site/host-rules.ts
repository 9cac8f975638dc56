interface AddressRule {
  /** A path, or a prefix before a star. */
  from: string;
  to: string;
  /** 200 answers with the other address's page if there is no file. */
  status: 200 | 301;
}

/** The addresses that are not simply a file's path, for this server and for static hosts. */
export const ADDRESS_RULES: readonly AddressRule[] = [
  // The scope of the portal's install begins after the slash.
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

/**
 * The headers of an address. No two rules for one address may set the same header, because hosts
 * join or override them differently.
 */
export const headersAt = (rules: readonly HeaderRule[], pathname: string): Record<string, string> =>
  Object.assign(
    {},
    ...rules.filter(({ from }) => covers(from, pathname)).map(({ headers }) => headers),
  ) as Record<string, string>;
