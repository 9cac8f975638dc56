interface Wanted {
  /** The path within the portal. */
  wanted: string;
}

/** The history state of a sign-in with a wanted screen. */
export const wantScreen = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Wanted => ({
  wanted: `${pathname}${search}${hash}`,
});

/**
 * The screen after a sign-in: the wanted one, if it is a path of the portal; else the dashboard.
 */
export function screenAfterSignIn(state: unknown): string {
  const { wanted } = (state ?? {}) as Partial<Wanted>;
  return typeof wanted === 'string' && /^\/admin\/(?!login\b)/.test(wanted)
    ? wanted
    : '/admin/dashboard';
}
