import type { Core } from './core.ts';
import type { World } from './world.ts';
import type { Site } from './site.ts';
import { Tally } from './tally.ts';
import type { Report } from './report.ts';

/** Runs `work` for all items, at most `atOnce` at a time. */
export async function sideBySide<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const left = [...all];
  const results: R[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        results.push(await work(next));
    }),
  );
  return results;
}

export interface Wanted {
  core: Core;
  seed: number;
  /** The minimum number of submissions, changes or answers. */
  count: number;
  /** The number of the only life to run; null for as many as it takes. */
  device: number | null;
  beginning?: number;
}

interface Lives<Life> {
  /** Runs a whole life; `index` numbers them from 0. */
  live: (world: World, index: number) => Promise<Life>;
  amountOf: (life: Life) => number;
  /** About the amount of one life. */
  each: number;
  atOnce: number;
}

/** Runs lives until they amount to `count`. Returns them with the run's figures. */
export async function runLives<Life>(
  { server, proxy }: Site,
  { core, seed, count, device, beginning }: Wanted,
  { live, amountOf, each, atOnce }: Lives<Life>,
): Promise<{ lives: Life[] } & Pick<Report, 'amount' | 'faults' | 'crashes' | 'kills'>> {
  const world = {
    seed,
    core,
    server,
    proxy,
    faults: new Tally(),
    crashes: new Tally(),
    ...(beginning !== undefined && { beginning }),
  };
  const killsBefore = server.kills;
  const lives: Life[] = [];
  const amount = () => lives.reduce((sum, life) => sum + amountOf(life), 0);
  const run = async (numbers: number[]) =>
    lives.push(...(await sideBySide(numbers, atOnce, (index) => live(world, index))));
  if (device !== null) await run([device]);
  else
    for (let next = 0; amount() < count;)
      await run(Array.from({ length: Math.ceil((count - amount()) / each) }, () => next++));
  const { faults, crashes } = world;
  return { lives, amount: amount(), faults, crashes, kills: server.kills - killsBefore };
}
