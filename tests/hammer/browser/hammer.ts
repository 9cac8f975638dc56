import { sideBySide } from '../actor.ts';
import { drawWish } from '../actors/wishes.ts';
import { judgeWish } from '../findings/submissions.ts';
import type { Wanted } from '../hammer.ts';
import type { Wish } from '../ledger.ts';
import { between, randomOf } from '../random.ts';
import { readSubmissions } from '../records.ts';
import type { Report } from '../report.ts';
import { openWorld, type Site, type World } from '../world.ts';
import { Customer } from './customer.ts';
import { openGateway } from './gateway.ts';
import { Machine } from './machine.ts';
import { byReference, references } from './references.ts';
import { serveReleases, type Releases } from './releases.ts';

/** About one browser per core. */
const AT_ONCE = 3;
const WISHES_A_DEVICE = 10;

/**
 * Runs customers in real browsers that are killed, and compares every statement of their screens
 * with the office.
 */
export async function hammerBrowser(site: Site, wanted: Wanted): Promise<Report> {
  const { count, device } = wanted;
  const { server, inbox } = site;
  const killsBefore = server.kills;
  const world = openWorld(site, wanted);
  const releases = await serveReleases();
  const devices =
    device === null
      ? Array.from({ length: Math.ceil(count / WISHES_A_DEVICE) }, (_, index) => index)
      : [Number(device.replace('b', ''))];
  const wishes = (
    await sideBySide(devices, AT_ONCE, (index) =>
      live(world, releases, index, Math.min(WISHES_A_DEVICE, count - index * WISHES_A_DEVICE)),
    )
  ).flat();
  await releases.close();
  const emails = wishes.map(({ email }) => email);
  const office = byReference(await readSubmissions(world, emails, inbox.taken));
  const { faults, crashes, remarks } = world;
  return {
    amount: wishes.length,
    work: [`${wishes.length} submissions in ${devices.length} browsers`],
    ...{ faults, crashes, remarks },
    kills: server.kills - killsBefore,
    findings: wishes.flatMap((wish) => judgeWish(wish, office)),
  };
}

/** Runs the whole life of a browser. */
async function live(
  { seed, server, inbox, positions, faults, crashes }: World,
  releases: Releases,
  index: number,
  count: number,
): Promise<Wish[]> {
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
