import type { AdminPorts, PreparePicture } from '../../src/core/mutations/admin-mutation.ts';
import { storeStates } from '../../src/core/waiting/booking-receipts.ts';
import type { VisitorPorts } from '../../src/core/mutations/visitor-mutation.ts';
import type { Device as Clock } from '../../src/core/outbox/deliver.ts';
import type { Fresh } from '../../src/core/outbox/entry.ts';
import type { Outbox } from '../../src/core/outbox/flush.ts';
import type { PageOutbox } from '../../src/runtime/page-outbox.ts';
import type { Network } from './network.ts';
import type { User } from './office-calls.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

/** What a page needs of the device that it is open on. */
export interface PageDevice extends Clock {
  user: User | null;
  network: Network;
  noteUnwritten: (id: string, tab: Tab) => void;
  syncInBackground: () => void;
}

/** A tab that shows the site, with its own outbox. */
export interface Page extends Tab {
  outbox: PageOutbox;
  /** The ids of entries that it sent from memory. */
  fromMemory: ReadonlySet<string>;
}

/** A page's seconds pass so many times faster here. */
const HASTE = 20;

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms / HASTE, value));

const preparePicture: PreparePicture = async ([picked]) => {
  if (!picked) throw new Error('The entry has no picture');
  const extension = picked.name.slice(picked.name.lastIndexOf('.') + 1);
  return { ok: true, file: { ...picked, extension } };
};

/** A part of the product on a device: its pages, and its work with every page closed. */
export interface Part {
  open: (world: World, device: PageDevice, tab: Tab) => Page;
  /** Flushes in the worker, or in another page of an administrator: the worker has no token. */
  flushInBackground: (world: World, device: PageDevice, tab: Page) => Promise<unknown>;
}

/** Opens a page that sends these mutations. */
export function openPageOf<Ports>(
  { core }: World,
  device: PageDevice,
  tab: Tab,
  { mutations, ports }: Pick<Outbox<Ports>, 'mutations' | 'ports'>,
): Page {
  const memory = core.createMemoryQueue();
  const fromMemory = new Set<string>();
  const outbox = core.createPageOutbox<Ports>({
    db: tab.db,
    queue: core.createQueue(tab.db, () => device.user?.id ?? null),
    memory: {
      ...memory,
      add(fresh: Fresh) {
        fromMemory.add(fresh.entry.id);
        device.noteUnwritten(fresh.entry.id, tab);
        memory.add(fresh);
      },
    },
    ...{ device, mutations, ports },
    locks: undefined,
    after,
    requestSync: () => tab.isDead || device.syncInBackground(),
    askToPersist: () => undefined,
  });
  return Object.assign(tab, { outbox, fromMemory });
}

export const VISITORS: Part = {
  open: (world, device, tab) =>
    openPageOf<VisitorPorts>(world, device, tab, {
      mutations: world.core.VISITOR_MUTATIONS,
      ports: visitorPorts(world, device, tab, 'page'),
    }),
  flushInBackground: (world, device, tab) =>
    tab.run(() =>
      world.core.flush<VisitorPorts>(
        {
          queue: world.core.createQueue(tab.db),
          mutations: world.core.VISITOR_MUTATIONS,
          ports: visitorPorts(world, device, tab, 'worker'),
          device,
        },
        { eager: true },
      ),
    ),
};

export const portalOf = (user: User): Part => ({
  open: (world, device, tab) =>
    openPageOf<AdminPorts>(world, device, tab, {
      mutations: world.core.ADMIN_MUTATIONS,
      ports: adminPorts(world, device, tab, user),
    }),
  flushInBackground: (_, __, tab) => tab.run(() => tab.outbox.requestFlush({ eager: true })),
});

function adminPorts(world: World, device: PageDevice, tab: Tab, user: User): AdminPorts {
  const backend = adminBackend(world, device, tab, user);
  return { backendOf: () => backend, replicaOf: () => tab.replica, preparePicture };
}

export const adminBackend = (
  { core, proxy }: World,
  { network }: PageDevice,
  tab: Tab,
  user: User,
) =>
  core.createAdminBackend({
    url: proxy.url,
    token: user.token,
    fetch: tab.guard(network.fetch),
  });

export const visitorBackend = ({ core, proxy }: World, { network }: PageDevice, tab: Tab) =>
  core.createBackend(proxy.url, tab.guard(network.fetch));

const visitorPorts = (
  world: World,
  device: PageDevice,
  tab: Tab,
  place: VisitorPorts['place'],
): VisitorPorts => ({
  backend: visitorBackend(world, device, tab),
  place,
  onState: (id, known) => storeStates(tab.db, new Map([[id, known]])),
});
