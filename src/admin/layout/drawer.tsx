import * as Radix from '@radix-ui/react-dialog';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { ScreenLink } from './screen-link.ts';
import { Sidebar } from './sidebar.tsx';

const roundClass = 'grid size-11 shrink-0 place-items-center rounded-full text-heading hover:bg-tint';

/** The sidebar of small screens: a button opens it over the page. */
export function Drawer({ company, screens }: { company: string; screens: readonly ScreenLink[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger aria-label="Menu" className={`${roundClass} -ml-2 lg:hidden`}>
        <Icon name="menu" className="size-6" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-[rgb(10_25_27/0.6)] lg:hidden" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-surface pl-[env(safe-area-inset-left)] shadow-float transition-transform duration-200 motion-reduce:transition-none lg:hidden starting:-translate-x-full"
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          <Sidebar company={company} screens={screens} onChosen={() => setOpen(false)} />
          <Radix.Close aria-label="Close menu" className={`${roundClass} absolute top-[max(0.875rem,env(safe-area-inset-top))] right-3`}>
            <Icon name="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
