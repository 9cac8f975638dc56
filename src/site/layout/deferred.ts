import { lazy, type ComponentType } from 'react';

const Nothing = () => null;

/**
 * A part that loads after the page. If it cannot be loaded (a first visit that goes offline), the
 * page goes on without it.
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
