import * as Radix from '@radix-ui/react-dialog';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { onPathOpened } from '../../runtime/worker.ts';
import { announceDecided } from '../announce-decided.ts';
import { onDecided } from '../sync/decided.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { Icon } from '../../ui/icon.tsx';
import { leavePage } from '../../ui/leave-guard.tsx';
import { useHeadingFocus, useScrollPosition } from '../../ui/page-change.ts';
import { publishHeight } from '../../ui/publish-height.ts';
import { useReturnedFocus } from '../../ui/use-returned-focus.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { PLACE_PARAM } from '../list/list-address.ts';
import { PushOfferOnArrival } from '../device/push-offer.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { CompanyContext, type Company } from './company.ts';
import type { ScreenLink } from './sidebar-parts.tsx';
import { Sidebar } from './sidebar.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { SyncButton, SyncStatus } from './sync-status.tsx';
import type { Elements } from '../../ui/elements.ts';

const roundClass =
  'grid size-11 shrink-0 place-items-center rounded-full text-heading hover:bg-tint';

interface DrawerProps {
  company: string;
  screens: readonly ScreenLink[];
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** The sidebar of small screens, opened over the page by a button and by the bottom bar. */
function Drawer({ company, screens, open, setOpen }: DrawerProps) {
  const returnedFocus = useReturnedFocus();
  useBackCloses(open, () => setOpen(false));
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger aria-label="Menu" className={`${roundClass} -ml-2 lg:hidden`}>
        <Icon name="menu" className="size-6" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-[rgb(10_25_27/0.6)] lg:hidden" />
        <Radix.Content
          {...returnedFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-surface pl-[env(safe-area-inset-left)] shadow-float transition-transform duration-200 motion-reduce:transition-none lg:hidden starting:-translate-x-full"
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          <Sidebar company={company} screens={screens} onChosen={() => setOpen(false)} />
          <Radix.Close
            aria-label="Close menu"
            className={`${roundClass} absolute top-[max(0.875rem,env(safe-area-inset-top))] right-3`}
          >
            <Icon name="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface PortalLayoutProps {
  company: Company;
  screens: readonly ScreenLink[];
  children: Elements;
}

const publishHeader = publishHeight('--portal-header');

/** The frame of every screen behind the sign-in. */
export function PortalLayout({ company, screens, children }: PortalLayoutProps) {
  const user = useAdministrator();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useScrollPosition(PLACE_PARAM);
  useHeadingFocus();
  useEffect(() => onDecided(announceDecided), []);
  const navigate = useNavigate();
  useEffect(() => onPathOpened((path) => leavePage(() => void navigate(path))), [navigate]);

  return (
    <div className="lg:pl-64">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 z-20 w-[calc(16rem+env(safe-area-inset-left))] pl-[env(safe-area-inset-left)] overflow-y-auto border-r border-line bg-surface max-lg:hidden">
        <Sidebar company={company.name} screens={screens} />
      </aside>
      <header
        ref={publishHeader}
        className="portal-header sticky top-0 z-10 border-b border-line bg-ground px-4 pt-[env(safe-area-inset-top)] sm:px-6 sm:py-2 sm:pt-[max(0.5rem,env(safe-area-inset-top))] lg:px-8"
      >
        <div className="mx-auto flex min-h-[calc(3rem-1px)] max-w-6xl sm:min-h-0 items-center gap-x-2 sm:gap-x-4">
          <Drawer
            company={company.name}
            screens={screens}
            open={isDrawerOpen}
            setOpen={setDrawerOpen}
          />
          <div className="flex min-w-0 flex-1 flex-col justify-between sm:flex-row sm:items-center sm:gap-x-4">
            <p className="text-heading wrap-anywhere max-sm:text-sm max-sm:leading-tight lg:text-lg">
              Welcome back, <span className="font-bold">{user?.displayName}</span>
            </p>
            <SyncStatus />
          </div>
          <SyncButton />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[76rem] px-4 pt-4 pb-[calc(6rem+var(--portal-bar)+env(safe-area-inset-bottom))] outline-none sm:px-6 sm:pt-6 lg:px-8 lg:pt-5"
      >
        <div className="mb-4 has-[>:empty]:hidden">
          <StorageNotice />
        </div>
        <div className="mb-4 has-[>:empty]:hidden">
          <ClockNotice />
        </div>
        <div className="mb-4 empty:hidden">
          <PushOfferOnArrival />
        </div>
        <div className="@container">
          <CompanyContext value={company}>{children}</CompanyContext>
        </div>
      </main>
      <BottomBar onMore={() => setDrawerOpen(true)} />
    </div>
  );
}
