interface Wanted {
  /** The address within the portal. */
  wanted: string;
}

/** The history state of a sign-in that leads on to a screen. */
export const wantScreen = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Wanted => ({
  wanted: `${pathname}${search}${hash}`,
});

/** The screen that a sign-in leads to: the wanted one, if it is an address of the portal; else the dashboard. */
export function screenAfterSignIn(state: unknown): string {
  const { wanted } = (state ?? {}) as Partial<Wanted>;
  return typeof wanted === 'string' && /^\/admin\/(?!login\b)/.test(wanted)
    ? wanted
    : '/admin/dashboard';
}
