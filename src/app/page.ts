import { lazy, type ComponentType } from 'react';

type PageModule = { default: ComponentType };

/** A page in a chunk of its own. A page that was preloaded is rendered at once, without a placeholder. */
export function page(load: () => Promise<PageModule>) {
  let loaded: Promise<PageModule> | undefined;
  const preload = () => (loaded ??= load());
  return Object.assign(lazy(preload), { preload });
}
