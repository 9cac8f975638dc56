import { Device } from './device.ts';
import type { World } from './world.ts';
import type { Wish } from './ledger.ts';
import { createPositions, readOffice, readOrphans } from './office.ts';
import { onDevice } from './on-line.ts';
import { FAULTS, judge } from './oracle.ts';
import { Person } from './person.ts';
import { between, randomOf } from './random.ts';
import type { Report } from './report.ts';
import { runLives, type Wanted } from './side-by-side.ts';
import type { Site } from './site.ts';
import { drawWish, type Positions } from './wishes.ts';

const AT_ONCE = 8;
const MOST_WISHES = 6;

/**
 * Runs submissions on devices that crash, over a faulty network, to a server that dies, and
 * compares every statement with the office.
 */
export async function hammer(site: Site, wanted: Wanted): Promise<Report> {
  const { inbox, server } = site;
  const positions = await createPositions(server);
  const { lives, ...figures } = await runLives(site, wanted, {
    live: (world, index) => live(world, site, positions, index),
    amountOf: (wishes) => wishes.length,
    each: (1 + MOST_WISHES) / 2,
    atOnce: AT_ONCE,
  });
  const wishes = lives.flat();
  const office = await readOffice(server, inbox.taken);
  const unsent = wishes.flatMap(({ statements }) =>
    statements.filter(({ what }) => what === 'alert-not-sent').map(({ id }) => id),
  );
  const cautious = new Set(unsent.filter((id) => office.mailed.has(id))).size;
  const orphans = (await readOrphans(server)).length;
  return {
    ...figures,
    work: `${wishes.length} submissions on ${lives.length} devices`,
    remarks: [
      `${cautious} alerts called not sent that had gone out`,
      `${orphans} files without a row`,
      `${wishes.filter(({ isRetyped }) => isRetyped).length} typed again`,
    ],
    kinds: FAULTS,
    findings: wishes.flatMap((wish) => judge(wish, office)),
  };
}

/** Runs the whole life of a device, and returns every statement to its person. */
function live(world: World, site: Site, positions: Positions, index: number): Promise<Wish[]> {
  const device = new Device(world, `d${index}`);
  return onDevice(
    () => device.isOnLine,
    () => liveOn(device, world, site, positions),
  );
}

async function liveOn(
  device: Device,
  world: World,
  { inbox }: Site,
  positions: Positions,
): Promise<Wish[]> {
  const { seed } = world;
  const { name } = device;
  const person = new Person(world, device, positions);
  const wishes = between(randomOf(seed, name, 'wishes'), 1, MOST_WISHES);
  for (let i = 0; i < wishes; i++) {
    const random = randomOf(seed, name, 'wish', i);
    await person.submit(
      drawWish(random, `${name}.w${i}.s${seed}@example.com`, device.now()),
      random,
    );
    for (let acts = between(random, 0, 6); acts > 0; acts--) await person.live(random);
  }
  const random = randomOf(seed, name, 'afterwards');
  for (let acts = between(random, 5, 25); acts > 0; acts--) await person.live(random);
  for (const { email } of person.wishes) inbox.calm(email);
  await person.settle(randomOf(seed, name, 'settle'));
  await device.dispose();
  // The files' bytes would stay in memory.
  return person.wishes.map((wish) => ({ ...wish, file: null }));
}
