import { amountOf, onEach, sideBySide, type Cast, type Group } from './actor.ts';
import { CAST_NAMES, CASTS, type CastName } from './casts.ts';
import type { Core } from './core.ts';
import { judgeLedger } from './findings/ledgers.ts';
import type { Finding } from './findings/finding.ts';
import { randomOf } from './random.ts';
import { countOrphans } from './records.ts';
import type { Report } from './report.ts';
import { openWorld, type Site, type World } from './world.ts';

export interface Wanted {
  core: Core;
  seed: number;
  /** The minimum number of submissions; the other acts are a share of it. With `only`, of its acts. */
  count: number;
  /** The only cast; null for all. */
  only: CastName | null;
  /** The only group: the letter of a cast and its number; null for as many as it takes. */
  device: string | null;
}

/** The groups of a run at its end, and its amount of work. */
interface Lived {
  groups: Group[];
  work: string;
}

/**
 * Runs everybody at once on one server: visitors submit, administrators change lists, customers and the
 * office answer each other, the crew reports. At the end every statement is compared with the server's data.
 */
export async function hammer(site: Site, wanted: Wanted): Promise<Report> {
  const world = openWorld(site, wanted);
  const killsBefore = site.server.kills;
  const lived = await Promise.all(
    chosen(wanted).map((cast) =>
      live(world, cast, wanted.only ? wanted.count : Math.ceil(wanted.count * cast.share), wanted),
    ),
  );
  const groups = lived.flatMap((one) => one.groups);
  const findings = await judge(groups);
  world.remarks.add('files without a row', await countOrphans(site.server));
  const { faults, crashes, remarks } = world;
  return {
    work: lived.map(({ work }) => work),
    amount: groups.reduce((sum, group) => sum + amountOf(group), 0),
    ...{ faults, crashes, remarks, findings },
    kills: site.server.kills - killsBefore,
  };
}

/** `--device 12` is a visitor's. */
const parse = (device: string) => {
  const [, letter, number] = /^([a-z]?)(\d+)/.exec(device) ?? [];
  if (number === undefined) throw new Error(`${device} is no device, such as d12`);
  return { letter: letter || 'd', index: Number(number) };
};

function chosen({ only, device }: Wanted): Cast[] {
  if (device === null) return only ? [CASTS[only]] : CAST_NAMES.map((name) => CASTS[name]);
  const { letter } = parse(device);
  const cast = CAST_NAMES.map((name) => CASTS[name]).find(({ letters }) =>
    letters.includes(letter),
  );
  if (!cast) throw new Error(`Nobody has the letter of ${device}`);
  return [cast];
}

/** Runs groups of a cast until they amount to `count`. */
export async function live(
  world: World,
  cast: Cast,
  count: number,
  { device }: Pick<Wanted, 'device'>,
): Promise<Lived> {
  const groups: Group[] = [];
  const amount = () => groups.reduce((sum, group) => sum + amountOf(group), 0);
  const run = async (numbers: number[]) =>
    groups.push(
      ...(await sideBySide(numbers, cast.atOnce, (index) => liveOnce(world, cast, index))),
    );
  if (device !== null) await run([parse(device).index]);
  else
    for (let next = 0; amount() < count;)
      await run(Array.from({ length: Math.ceil((count - amount()) / cast.each) }, () => next++));
  const devices = groups.flatMap(({ actors }) => actors.filter((actor) => actor.device)).length;
  return { groups, work: `${amount()} ${cast.unit} on ${devices} devices` };
}

async function liveOnce(world: World, cast: Cast, index: number): Promise<Group> {
  const group = await cast.open(world, index);
  const { actors, rounds } = group;
  for (let round = 0; round < rounds; round++)
    await onEach(actors, (actor) => actor.act(randomOf(world.seed, actor.name, 'round', round)));
  await settle([group]);
  await leave([group]);
  return group;
}

/** Ends the faults, and sends everything. */
export const settle = (groups: readonly Group[], atOnce?: number) =>
  onEach(
    groups.flatMap(({ actors }) => actors),
    (actor) => actor.settle(),
    atOnce,
  );

/** Reads the server's data a last time, and deletes the devices. */
export async function leave(groups: readonly Group[], atOnce?: number): Promise<void> {
  const actors = groups.flatMap((group) => group.actors);
  await onEach(actors, async (actor) => actor.readLast?.(), atOnce);
  for (const { device } of actors) await device?.dispose();
}

const JUDGED_AT_ONCE = 4;

/** Judged after the last actor, because a killed server may lose rows that it had. */
export async function judge(groups: readonly Group[]): Promise<Finding[]> {
  const ledgers = groups.flatMap(({ actors }) => actors.map(({ statements }) => statements));
  const found = await sideBySide(groups, JUDGED_AT_ONCE, (group) => group.judge());
  return [...ledgers.flatMap(judgeLedger), ...found.flat()];
}
