import type { CrewPorts } from '../../../src/core/mutations/crew-report.ts';
import { preparePhoto } from '../../../src/core/pictures/prepare-photo.ts';
import type { SheetPull } from '../../../src/core/replica/pull-crew-sheet.ts';
import { endRegistration, readSecret } from '../../../src/core/store/crew-store.ts';
import { openPageOf, type Page, type PageDevice, type Part } from '../page.ts';
import type { Tab } from '../tab.ts';
import type { World } from '../world.ts';

export const crewBackend = ({ core, proxy }: World, { network }: PageDevice, tab: Tab) =>
  core.createCrewBackend(proxy.url, tab.guard(network.fetch));

const portsOf = (
  world: World,
  device: PageDevice,
  tab: Tab,
  place: CrewPorts['place'],
): CrewPorts => ({
  crew: crewBackend(world, device, tab),
  place,
  readSecret: () => readSecret(tab.db),
  onEnded: (secret) => endRegistration(tab.db, secret),
  preparePhoto,
});

/** Replaces the sheet by the server's; null if the tab died, or its storage failed. */
export const pullIn = (world: World, device: PageDevice, tab: Tab): Promise<SheetPull | null> =>
  tab.run(() => world.core.pullCrewSheet(tab.db, crewBackend(world, device, tab), device.now));

/** Deletes everything that has ended; false if the tab died, or its storage failed. */
export const forgetIn = async (world: World, device: PageDevice, tab: Tab): Promise<boolean> =>
  (await tab.run(async () => {
    await world.core.forgetEnded(tab.db, device.now());
    return true;
  })) ?? false;

/** The crew's page; its worker sends reports and ends the sheet. */
export const CREW: Part = {
  open: (world, device, tab) =>
    openPageOf<CrewPorts>(world, device, tab, {
      mutations: world.core.CREW_MUTATIONS,
      ports: portsOf(world, device, tab, 'page'),
    }),
  flushInBackground: (world, device, tab) =>
    Promise.all([
      tab.run(() =>
        world.core.flush<CrewPorts>(
          {
            queue: world.core.createQueue(tab.db),
            mutations: world.core.CREW_MUTATIONS,
            ports: portsOf(world, device, tab, 'worker'),
            device,
          },
          { eager: true },
        ),
      ),
      forgetIn(world, device, tab),
    ]),
};

/** Every row of a tab's database, read beside the product; null if the database is not open. */
export async function dump({ db }: Page): Promise<Record<string, unknown[]> | null> {
  const open = db.isOpen() ? db.backendDB() : null;
  if (!open) return null;
  const names = [...open.objectStoreNames];
  try {
    const transaction = open.transaction(names, 'readonly');
    const rows = await Promise.all(
      names.map(
        (name) =>
          new Promise<unknown[]>((resolve, reject) => {
            const request = transaction.objectStore(name).getAll();
            request.onsuccess = () => resolve(request.result as unknown[]);
            request.onerror = () => reject(request.error ?? new Error('Unreadable'));
            transaction.onabort = () => reject(new Error('Aborted'));
          }),
      ),
    );
    return Object.fromEntries(names.map((name, place) => [name, rows[place] ?? []]));
  } catch {
    return null;
  }
}
