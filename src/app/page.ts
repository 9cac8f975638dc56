import { lazy, type ComponentType } from 'react';
import { loadOrReload } from '../runtime/missing-files.ts';

type PageModule = { default: ComponentType };

/** A page in a chunk of its own. A page that was preloaded is rendered at once, without a placeholder. */
export function page(load: () => Promise<PageModule>) {
  let loaded: Promise<PageModule> | undefined;
  const preload = () => (loaded ??= load());
  // Only a page that is to be shown: nobody waits for the parts that load late.
  return Object.assign(
    lazy(() => loadOrReload(preload)),
    { preload },
  );
}
