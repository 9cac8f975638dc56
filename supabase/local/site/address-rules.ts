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
export const covers = (from: string, pathname: string): boolean =>
  from.endsWith('*') ? pathname.startsWith(from.slice(0, -1)) : pathname === from;

export const ruleFor = (pathname: string): AddressRule | undefined => ADDRESS_RULES.find(({ from }) => covers(from, pathname));
