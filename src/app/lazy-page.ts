import { lazy, type ComponentType } from 'react';
import { loadOrReload } from '../runtime/missing-files.ts';

type PageModule = { default: ComponentType };

/** A page in its own chunk. A preloaded page renders at once, without a placeholder. */
export function lazyPage(load: () => Promise<PageModule>) {
  let loaded: Promise<PageModule> | undefined;
  const preload = () => (loaded ??= load());
  // Only a page to be shown reloads after a failure: nobody waits for a preload.
  return Object.assign(
    lazy(() => loadOrReload(preload)),
    { preload },
  );
}
