import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, useDatabase } from '../../support/database.ts';
import { createPortal } from '../../support/postgres/portal.ts';
import { aBooking } from '../../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const portals: ReturnType<typeof createPortal>[] = [];
function aPortal() {
  const portal = createPortal(as);
  portals.push(portal);
  return portal;
}
afterEach(() => {
  for (const portal of portals.splice(0)) portal.close();
});

const stored = async (table: 'bookings' | 'alerts') => {
  const rows = await asOwner<{ id: string }>(`select id from public.${table}`);
  return rows.map(({ id }) => id).sort();
};

describe('an uncommitted change', () => {
  /** Runs a statement in a transaction that stays open until `commit` is called. */
  async function open(sql: string, params: unknown[]) {
    let commit = (): void => undefined;
    const told = new Promise<void>((resolve) => (commit = resolve));
    let committed = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      committed = as(ADMIN, async (query) => {
        await query(sql, params);
        resolve();
        await told;
      });
      committed.catch(reject);
    });
    return () => (commit(), committed);
  }

  it('that inserts is missed by no portal that pulls before the commit, and delays none', async () => {
    const portal = aPortal();
    const booking = aBooking();
    const columns = Object.keys(booking).join(', ');
    const commit = await open(
      `insert into public.bookings (${columns}) select ${columns} from json_populate_record(null::public.bookings, $1)`,
      [JSON.stringify(booking)],
    );
    expect(await portal.pull()).toEqual({ outcome: 'pulled' });
    expect(await portal.storedIds('bookings')).toEqual([]);
    await commit();
    await portal.pull();
    expect(await portal.storedIds('bookings')).toEqual([booking.id]);
    expect(await portal.storedIds('alerts')).toEqual(await stored('alerts'));
  });

  it('that deletes is missed by no portal either', async () => {
    const portal = aPortal();
    const booking = aBooking();
    await insertAs(ANON, 'public.bookings', booking);
    await portal.pull();
    const commit = await open('delete from public.bookings where id = $1', [booking.id]);
    await portal.pull();
    expect(await portal.storedIds('bookings')).toContain(booking.id);
    await commit();
    await portal.pull();
    expect(await portal.storedIds('bookings')).not.toContain(booking.id);
    expect(await portal.storedIds('alerts')).toEqual(await stored('alerts'));
  });
});

describe('for a minute', () => {
  const SECONDS = 60;
  const WRITERS = 50;
  const DELETERS = 4;

  it(
    'fifty writers, deleters and slow commits leave two pulling portals with every row and no deleted one',
    async () => {
      const end = performance.now() + SECONDS * 1000;
      const whileItLasts = async (work: () => Promise<unknown>) => {
        while (performance.now() < end) await work();
      };
      const took: number[] = [];
      const written: string[] = [];
      let deleted = 0;
      let pulls = 0;

      const write = async () => {
        const booking = aBooking();
        const columns = Object.keys(booking).join(', ');
        const started = performance.now();
        await as(ANON, async (query) => {
          await query(
            `insert into public.bookings (${columns}) select ${columns} from json_populate_record(null::public.bookings, $1)`,
            [JSON.stringify(booking)],
          );
          if (Math.random() < 0.01) await query('select pg_sleep(0.2)');
        });
        took.push(performance.now() - started);
        written.push(booking.id);
      };
      const remove = async () => {
        const ids = written.splice(Math.floor(Math.random() * written.length), 3);
        await as(ADMIN, (query) => query('delete from public.bookings where id = any($1)', [ids]));
        deleted += ids.length;
        await wait(50);
      };
      const portalsThen = [aPortal(), aPortal()];
      const pullOn = (portal: ReturnType<typeof createPortal>) => async () => {
        expect(await portal.pull()).toEqual({ outcome: 'pulled' });
        pulls++;
        await wait(100);
      };

      await Promise.all([
        ...Array.from({ length: WRITERS }, () => whileItLasts(write)),
        ...Array.from({ length: DELETERS }, () => whileItLasts(remove)),
        ...portalsThen.map((portal) => whileItLasts(pullOn(portal))),
      ]);

      took.sort((one, other) => one - other);
      console.log(
        `${Math.round(took.length / SECONDS)} inserts a second, p99 ${Math.round(took[Math.floor(took.length * 0.99)] ?? 0)} ms; ` +
          `${took.length} inserted, ${deleted} deleted, ${pulls} pulls`,
      );
      for (const table of ['bookings', 'alerts'] as const) {
        const rows = await stored(table);
        expect(rows.length).toBeGreaterThan(0);
        for (const portal of portalsThen) {
          await portal.pull();
          const kept = new Set(await portal.storedIds(table));
          expect({
            table,
            missing: rows.filter((id) => !kept.has(id)).length,
            tooMany: kept.size - rows.length,
          }).toEqual({
            table,
            missing: 0,
            tooMany: 0,
          });
        }
      }
    },
    (SECONDS + 60) * 1000,
  );
});
