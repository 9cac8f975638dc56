import { lazy, type ComponentType } from 'react';

const Nothing = () => null;

/**
 * A part that loads after the page and that the page can do without: when it can't be loaded (a first visit that goes
 * offline), nothing stands in its place.
 */
export const deferred = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) =>
  lazy(() =>
    load().catch((error: unknown) => {
      console.warn('Not loaded:', error);
      return { default: Nothing };
    }),
  );
