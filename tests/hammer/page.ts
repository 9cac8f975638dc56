import type { AdminPorts, PreparePicture } from '../../src/core/mutations/admin-mutation.ts';
import { ADMIN_MUTATIONS } from '../../src/core/mutations/administrators.ts';
import { storeStates } from '../../src/core/mutations/booking-receipts.ts';
import type { VisitorPorts } from '../../src/core/mutations/visitor-mutation.ts';
import { VISITOR_MUTATIONS } from '../../src/core/mutations/visitors.ts';
import type { Device as Clock } from '../../src/core/outbox/deliver.ts';
import type { Fresh } from '../../src/core/outbox/entry.ts';
import type { PageOutbox } from '../../src/runtime/page-outbox.ts';
import type { Network } from './network.ts';
import type { User } from './portal/users.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

/** What a page needs of the device that it is open on. */
interface Device extends Clock {
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

/** Opens a page of a visitor, or of an administrator. */
export function openPage(world: World, device: Device, tab: Tab): Page {
  const { core } = world;
  const { user } = device;
  const memory = core.createMemoryQueue();
  const fromMemory = new Set<string>();
  const around = {
    db: tab.db,
    queue: core.createQueue(tab.db, () => user?.id ?? null),
    memory: {
      ...memory,
      add(fresh: Fresh) {
        fromMemory.add(fresh.entry.id);
        device.noteUnwritten(fresh.entry.id, tab);
        memory.add(fresh);
      },
    },
    device,
    locks: undefined,
    after,
    requestSync: () => tab.isDead || device.syncInBackground(),
    askToPersist: () => undefined,
  };
  const outbox = user
    ? core.createPageOutbox<AdminPorts>({
        ...around,
        mutations: ADMIN_MUTATIONS,
        ports: adminPorts(world, device, tab, user),
      })
    : core.createPageOutbox<VisitorPorts>({
        ...around,
        mutations: VISITOR_MUTATIONS,
        ports: visitorPorts(world, device, tab, 'page'),
      });
  return Object.assign(tab, { outbox, fromMemory });
}

function adminPorts(world: World, device: Device, tab: Tab, user: User): AdminPorts {
  const backend = adminBackend(world, device, tab, user);
  return { backendOf: () => backend, replicaOf: () => tab.replica, preparePicture };
}

export const adminBackend = ({ core, proxy }: World, { network }: Device, tab: Tab, user: User) =>
  core.createAdminBackend({
    url: proxy.url,
    token: user.token,
    fetch: tab.guard(network.fetch),
  });

export const visitorBackend = ({ core, proxy }: World, { network }: Device, tab: Tab) =>
  core.createBackend(proxy.url, tab.guard(network.fetch));

const visitorPorts = (
  world: World,
  device: Device,
  tab: Tab,
  place: VisitorPorts['place'],
): VisitorPorts => ({
  backend: visitorBackend(world, device, tab),
  place,
  onState: (id, known) => storeStates(tab.db, new Map([[id, known]])),
});

/** Flushes in a worker that runs in this tab. */
export const flushInWorker = (world: World, device: Device, tab: Tab): Promise<unknown> =>
  tab.run(() =>
    world.core.flush<VisitorPorts>(
      {
        queue: world.core.createQueue(tab.db),
        mutations: VISITOR_MUTATIONS,
        ports: visitorPorts(world, device, tab, 'worker'),
        device,
      },
      { eager: true },
    ),
  );
