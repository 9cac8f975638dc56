import type { ReactNode } from 'react';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useScrollPosition } from '../../ui/use-scroll-position.ts';
import { useDecisionToasts } from '../list/use-decision-toasts.ts';
import { Drawer } from './drawer.tsx';
import type { ScreenLink } from './screen-link.ts';
import { Sidebar } from './sidebar.tsx';
import { SyncButton } from './sync-button.tsx';
import { SyncState } from './sync-state.tsx';

interface PortalLayoutProps {
  company: string;
  screens: readonly ScreenLink[];
  children: ReactNode;
}

/** What every screen behind the sign-in stands in. */
export function PortalLayout({ company, screens, children }: PortalLayoutProps) {
  const user = useAdministrator();
  useScrollPosition();
  useHeadingFocus();
  useDecisionToasts();

  return (
    <div className="lg:pl-64">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 z-20 w-[calc(16rem+env(safe-area-inset-left))] pl-[env(safe-area-inset-left)] overflow-y-auto border-r border-line bg-surface max-lg:hidden">
        <Sidebar company={company} screens={screens} />
      </aside>
      <header className="sticky top-0 z-10 border-b border-line bg-ground px-4 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 sm:px-6 lg:px-8">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1">
          <div className="flex min-w-0 flex-1 items-center gap-2">
            <Drawer company={company} screens={screens} />
            <p className="truncate text-heading max-sm:text-sm lg:text-lg">
              Welcome back, <span className="font-bold">{user?.displayName}</span>
            </p>
          </div>
          <SyncState />
          <SyncButton />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[76rem] px-4 pt-6 pb-[calc(6rem+env(safe-area-inset-bottom))] outline-none sm:px-6 lg:px-8 lg:pt-8"
      >
        {children}
      </main>
    </div>
  );
}
