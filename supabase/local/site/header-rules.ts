import { covers } from './address-rules.ts';

/** Headers for the addresses that `from` covers; see `covers`. */
export interface HeaderRule {
  from: string;
  headers: Record<string, string>;
}

/** The rules as the text of `_headers`, which static hosts read. */
export const formatHeaderRules = (rules: readonly HeaderRule[]): string =>
  rules.map(({ from, headers }) => [from, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')).join('');

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
  Object.assign({}, ...rules.filter(({ from }) => covers(from, pathname)).map(({ headers }) => headers)) as Record<string, string>;
