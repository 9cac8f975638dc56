import { Device } from '../device.ts';
import type { World } from '../world.ts';
import { between, chance, randomOf } from '../random.ts';
import type { Finding, Report } from '../report.ts';
import { runLives, type Wanted } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { Administrator } from './administrator.ts';
import { compareReplica, readArchive } from './archive.ts';
import { Desk } from './desk.ts';
import { drawStock } from './items.ts';
import type { Item } from './ledger.ts';
import { judgePair, PORTAL_FAULTS } from './oracle.ts';
import { layIn } from './stock.ts';
import { makeAdministrator } from './users.ts';

interface Lived {
  changes: number;
  refused: number;
  findings: Finding[];
}

const AT_ONCE = 4;
/** Rounds of a pair's life. In each, both administrators act once, at the same time. */
const ROUNDS = { least: 15, most: 40 };
const CHANGES_A_ROUND = 0.3;
/** About the number of changes of a pair; the plan makes as many pairs as needed. */
const CHANGES = 12;

/**
 * Lets pairs of administrators change the same lists on two devices at once, and compares the
 * statements to them with the server's data.
 */
export async function hammerPortal(site: Site, wanted: Wanted): Promise<Report> {
  const { lives, ...figures } = await runLives(site, wanted, {
    live,
    amountOf: ({ changes }) => changes,
    each: CHANGES,
    atOnce: AT_ONCE,
  });
  return {
    ...figures,
    work: `${figures.amount} changes on ${2 * lives.length} devices of two administrators each time`,
    remarks: [`${lives.reduce((sum, { refused }) => sum + refused, 0)} refused`],
    kinds: PORTAL_FAULTS,
    findings: lives.flatMap(({ findings }) => findings),
  };
}

/** Runs the whole life of two devices, and judges it at the end. */
async function live(world: World, index: number): Promise<Lived> {
  const { seed, server } = world;
  const pair = `p${index}.s${seed}`;
  const items: Item[] = [];
  const desks = await Promise.all(
    ['a', 'b'].map(async (letter) => {
      const name = `p${index}${letter}`;
      const user = await makeAdministrator(server, `${name}.s${seed}@example.com`);
      return new Desk(world, new Device(world, name, user), user, items);
    }),
  );
  const [first] = desks;
  if (first)
    items.push(
      ...(await layIn(server, first.user, drawStock(randomOf(seed, pair, 'stock'), pair))),
    );
  for (const { device } of desks) for (const { id } of items) device.network.mint(id);
  const people = desks.map((desk) => ({
    desk,
    administrator: new Administrator(world, desk, items),
  }));
  await Promise.all(desks.map((desk) => openLists(world, desk)));

  const rounds = between(randomOf(seed, pair, 'rounds'), ROUNDS.least, ROUNDS.most);
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      people.map(async ({ desk: { device }, administrator }) => {
        const random = randomOf(seed, device.name, 'round', round);
        if (chance(random, CHANGES_A_ROUND))
          return administrator.change(random, `${device.name}.${round}.s${seed}`);
        if (chance(random, 0.01)) await administrator.loseRole();
        return administrator.live(random);
      }),
    );
  }
  for (const { administrator } of people) await administrator.settle();
  for (const desk of desks) await closeDesk(world, desk);
  const accounts = desks.map(({ account }) => account);
  const changes = accounts.flatMap((account) => account.changes);
  return {
    changes: changes.length,
    refused: changes.filter(({ fate }) => fate === 'refused').length,
    findings: judgePair(items, accounts, await readArchive(server, items)),
  };
}

/** Opens the portal for the first time, without faults: the run tests what follows. */
async function openLists({ server }: World, desk: Desk): Promise<void> {
  desk.device.network.isCalm = true;
  while (!(await desk.pull(desk.device.tab))) await server.whenUp();
  desk.device.network.isCalm = false;
  desk.device.closeTab();
}

/** Pulls a last time, compares the replica with the database, and deletes the device. */
async function closeDesk({ server }: World, desk: Desk): Promise<void> {
  const { device, account } = desk;
  if (!account.hasLostRole) {
    while (!(await desk.pull(device.tab))) await server.whenUp();
    account.differences = await compareReplica(server, device.tab.replica);
  }
  await desk.look();
  account.leftFiles = account.waiting.length > 0 ? 0 : await device.tab.db.files.count();
  await device.dispose();
}
