import type { Core } from './core.ts';
import { Device } from './device.ts';
import type { Wish } from './ledger.ts';
import { createPositions, readOffice, readOrphans } from './office.ts';
import { FAULTS, judge } from './oracle.ts';
import { onDevice } from './on-line.ts';
import { Person } from './person.ts';
import { between, randomOf } from './random.ts';
import type { Report } from './report.ts';
import type { World } from './sending.ts';
import { sideBySide } from './side-by-side.ts';
import type { Site } from './site.ts';
import { Tally } from './tally.ts';
import { drawWish, type Positions } from './wishes.ts';

export interface Wanted {
  core: Core;
  seed: number;
  /** The minimum number of submissions. */
  count: number;
  /** The number of a single device to run; null runs all. */
  device: number | null;
}

const AT_ONCE = 8;
const MOST_WISHES = 6;

/**
 * Runs submissions on devices that crash, over a faulty network, to a server that dies, and
 * compares every statement with the office.
 */
export async function hammer(site: Site, { core, seed, count, device }: Wanted): Promise<Report> {
  const { inbox, server, proxy } = site;
  const world: World = {
    seed,
    core,
    openDatabase: core.openDatabase,
    proxy,
    server,
    faults: new Tally(),
    crashes: new Tally(),
    owners: 'visitors',
  };
  const killsBefore = server.kills;
  const positions = await createPositions(server);
  const devices = device === null ? plan(seed, count) : [device];
  const wishes = (
    await sideBySide(devices, AT_ONCE, (next) => live(world, site, positions, next))
  ).flat();
  const office = await readOffice(server, inbox.taken);
  const unsent = wishes.flatMap(({ statements }) =>
    statements.filter(({ what }) => what === 'alert-not-sent').map(({ id }) => id),
  );
  const cautious = new Set(unsent.filter((id) => office.mailed.has(id))).size;
  const orphans = (await readOrphans(server)).length;
  return {
    amount: wishes.length,
    work: `${wishes.length} submissions on ${devices.length} devices`,
    faults: world.faults,
    crashes: world.crashes,
    kills: server.kills - killsBefore,
    remarks: [
      `${cautious} alerts called not sent that had gone out`,
      `${orphans} files without a row`,
    ],
    kinds: FAULTS,
    findings: wishes.flatMap((wish) => judge(wish, office)),
  };
}

const wishesOf = (seed: number, device: number) =>
  between(randomOf(seed, `d${device}`, 'wishes'), 1, MOST_WISHES);

/** The devices of a run: as many as needed for `count` wishes. */
function plan(seed: number, count: number): number[] {
  const devices: number[] = [];
  for (let wishes = 0; wishes < count; wishes += wishesOf(seed, devices.length))
    devices.push(devices.length);
  return devices;
}

/** Runs the whole life of a device, and returns every statement to its person. */
function live(world: World, site: Site, positions: Positions, index: number): Promise<Wish[]> {
  const device = new Device(world, `d${index}`);
  return onDevice(
    () => device.isOnLine,
    () => liveOn(device, world, site, positions, index),
  );
}

async function liveOn(
  device: Device,
  world: World,
  { inbox }: Site,
  positions: Positions,
  index: number,
): Promise<Wish[]> {
  const { seed } = world;
  const person = new Person(world, device, positions);
  const wishes = wishesOf(seed, index);
  for (let i = 0; i < wishes; i++) {
    const random = randomOf(seed, device.name, 'wish', i);
    await person.submit(
      drawWish(random, `${device.name}.w${i}.s${seed}@example.com`, device.now()),
      random,
    );
    for (let acts = between(random, 0, 6); acts > 0; acts--) await person.live(random);
  }
  const random = randomOf(seed, device.name, 'afterwards');
  for (let acts = between(random, 5, 25); acts > 0; acts--) await person.live(random);
  for (const { email } of person.wishes) inbox.calm(email);
  await person.settle(randomOf(seed, device.name, 'settle'));
  await device.dispose();
  return person.wishes.map(({ email, kind, editions, statements, isGivenUp, waiting, resume }) => ({
    email,
    kind,
    editions,
    statements,
    isGivenUp,
    waiting,
    resume,
  }));
}
