import { createPositions, readOffice } from '../office.ts';
import { FAULTS, judge } from '../oracle.ts';
import { between, randomOf } from '../random.ts';
import type { Report } from '../report.ts';
import type { Wish } from '../ledger.ts';
import { sideBySide, type Wanted } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { Tally } from '../tally.ts';
import { drawWish, type Positions } from '../wishes.ts';
import { Customer } from './customer.ts';
import { openGateway } from './gateway.ts';
import { Machine } from './machine.ts';
import { byReference, references } from './references.ts';
import { serveReleases, type Releases } from './releases.ts';

interface World {
  seed: number;
  site: Site;
  releases: Releases;
  positions: Positions;
  faults: Tally;
  crashes: Tally;
}

/** About one browser per core. */
const AT_ONCE = 3;
const WISHES_A_DEVICE = 10;

/**
 * Runs customers in real browsers that are killed, and compares every statement of their screens
 * with the office.
 */
export async function hammerBrowser(site: Site, { seed, count, device }: Wanted): Promise<Report> {
  const { server, inbox } = site;
  const killsBefore = server.kills;
  const releases = await serveReleases();
  const positions = await createPositions(server);
  const world: World = {
    seed,
    site,
    releases,
    positions,
    faults: new Tally(),
    crashes: new Tally(),
  };
  const devices =
    device === null
      ? Array.from({ length: Math.ceil(count / WISHES_A_DEVICE) }, (_, index) => index)
      : [device];
  const wishes = (
    await sideBySide(devices, AT_ONCE, (index) =>
      live(world, index, Math.min(WISHES_A_DEVICE, count - index * WISHES_A_DEVICE)),
    )
  ).flat();
  await releases.close();
  const office = byReference(await readOffice(server, inbox.taken));
  return {
    amount: wishes.length,
    work: `${wishes.length} submissions in ${devices.length} browsers`,
    faults: world.faults,
    crashes: world.crashes,
    kills: server.kills - killsBefore,
    remarks: [],
    kinds: FAULTS,
    findings: wishes.flatMap((wish) => judge(wish, office)),
  };
}

/** Runs the whole life of a browser. */
async function live(
  { seed, site, releases, positions, faults, crashes }: World,
  index: number,
  count: number,
): Promise<Wish[]> {
  const { server, inbox } = site;
  const name = `b${index}`;
  const weather = 0.1 + 0.5 * randomOf(seed, name, 'weather')();
  const gateway = await openGateway({ seed, device: name, weather, server, releases, faults });
  const machine = await Machine.create(gateway, crashes);
  const customer = new Customer({ machine, server, positions, references });
  gateway.isCalm = false;
  for (let i = 0; i < count; i++) {
    const random = randomOf(seed, name, 'wish', i);
    await customer.submit(
      {
        ...drawWish(random, `${name}.w${i}.s${seed}@example.com`, Date.now() + WEEK_MS),
        isRefusable: false,
      },
      random,
    );
    for (let acts = between(random, 0, 2); acts > 0; acts--) await customer.live(random);
  }
  for (const { email } of customer.wishes) inbox.calm(email);
  await customer.settle();
  await machine.dispose();
  return customer.wishes;
}

const WEEK_MS = 7 * 24 * 3600_000;
