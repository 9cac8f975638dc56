import { lazy, type ComponentType } from 'react';
import { reloadForMissingFiles } from '../runtime/shell/missing-files.ts';

type PageModule = { default: ComponentType };

/** A page in a chunk of its own. A page that was preloaded is rendered at once, without a placeholder. */
export function page(load: () => Promise<PageModule>) {
  let loaded: Promise<PageModule> | undefined;
  const preload = () => (loaded ??= load());
  // Only a page that is to be shown: the parts that load late also fail when somebody leaves, which a reload would undo.
  const show = () =>
    preload().catch((error: unknown) => {
      void reloadForMissingFiles().catch(() => undefined);
      throw error;
    });
  return Object.assign(lazy(show), { preload });
}
