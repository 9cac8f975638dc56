import type { Device } from './device.ts';
import type { Finding } from './findings/finding.ts';
import type { Ledger } from './ledger.ts';
import { onDevice } from './on-line.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A visitor, an administrator, a customer, the office or a cleaner, who believes every statement. */
export interface Actor {
  /** Begins with the letter and the number of its group; keys its random numbers. */
  readonly name: string;
  /** Null for one whose requests meet no fault. */
  readonly device: Device | null;
  /** The acts, and the statements of the device's screens. */
  readonly statements: Ledger;
  /** Does one thing, or lets one happen. */
  act(random: Random): Promise<void>;
  /** After the faults: sends everything, and makes every decision that is left. */
  settle(): Promise<void>;
  /** Reads the server's data once more, after everybody has settled. */
  readLast?(): Promise<void>;
}

/** Actors who work on the same records. */
export interface Group {
  readonly actors: readonly Actor[];
  /** In each, every actor acts once, at the same time. */
  readonly rounds: number;
  /** Compares acts and statements with the server's data. */
  judge(): Promise<Finding[]>;
}

/** A kind of groups. */
export interface Cast {
  /** The first letters of its actors' names. */
  letters: string;
  /** The name of its acts. */
  unit: string;
  /** Its part of the run's count. */
  share: number;
  /** About the number of acts of a group; a run makes as many groups as it needs. */
  each: number;
  atOnce: number;
  /** Stores the group's records, and opens its pages without faults. */
  open(world: World, index: number): Promise<Group>;
}

/** Runs work for all items, at most `atOnce` at a time. */
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

/** Runs work on the actors' devices, at most `atOnce` at a time. */
export const onEach = <A extends Actor>(
  actors: readonly A[],
  work: (actor: A) => Promise<void>,
  atOnce = actors.length,
): Promise<unknown> =>
  sideBySide(actors, atOnce, (actor) =>
    onDevice(
      () => actor.device?.isOnLine ?? true,
      () => work(actor),
    ),
  );

/** The acts of a group so far. */
export const amountOf = ({ actors }: Group): number =>
  actors.reduce(
    (sum, { statements }) => sum + statements.wishes.length + statements.changes.length,
    0,
  );
