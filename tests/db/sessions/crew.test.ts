import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { crewOf } from '../../support/crew.ts';
import { ADMIN, useDatabase } from '../../support/database.ts';

const database = useDatabase();
const { asOwner } = database;
const crew = crewOf(database);
const { call, answer, addPerson, deviceOf, jobFor, jobOf, report } = crew;

const ROUNDS = 15;

const countOf = async (sql: string, params: unknown[]) =>
  (await asOwner<{ n: number }>(`select count(*)::int as n from ${sql}`, params))[0]?.n;
const devicesOf = (person: string) => countOf('private.crew_devices where crew_id = $1', [person]);

beforeEach(() => asOwner('delete from private.submission_hits'));

describe('at the same moment', () => {
  it('two devices type one code: one is registered', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ann = await addPerson();
      const code = await crew.codeFor(ann);
      const outcomes = await Promise.all(
        [crew.newKey(), crew.newKey()].map((key) => crew.register(code, key)),
      );
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['registered', 'wrong']);
      expect(await devicesOf(ann)).toBe(1);
    }
  });

  it('one device sends its code twice: it is registered once, and learns it twice', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ann = await addPerson();
      const code = await crew.codeFor(ann);
      const key = crew.newKey();
      const registered = { outcome: 'registered', name: 'Ann Baker' };
      expect(await Promise.all([crew.register(code, key), crew.register(code, key)])).toEqual([
        registered,
        registered,
      ]);
      expect(await devicesOf(ann)).toBe(1);
    }
  });

  it('devices type codes that the office makes meanwhile: a person never has four', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ann = await addPerson();
      await deviceOf(ann);
      await deviceOf(ann);
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, async () =>
          crew.register(await crew.codeFor(ann), crew.newKey()),
        ),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'registered').length).toBeLessThan(2);
      expect(await devicesOf(ann)).toBeLessThan(4);
    }
  });

  it('six devices guess: the code ends, and none is registered', async () => {
    const ann = await addPerson();
    const code = await crew.codeFor(ann);
    const wrong = `${code.slice(0, 8)}${code.endsWith('0') ? '1' : '0'}`;
    await Promise.all(Array.from({ length: 6 }, () => crew.register(wrong, crew.newKey())));
    expect(await crew.register(code, crew.newKey())).toEqual({ outcome: 'wrong' });
  });

  it('a person is deleted and registers a device: no device is left', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ann = await addPerson();
      const code = await crew.codeFor(ann);
      const key = crew.newKey();
      await Promise.all([
        crew.register(code, key),
        call(ADMIN, 'public.delete_rows($1, $2)', ['crew', [ann]]),
      ]);
      expect(await devicesOf(ann)).toBe(0);
      expect(await crew.sheetOf(key)).toBeNull();
    }
  });

  it('a person is deleted and assigned: no job names them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ann = await addPerson();
      const id = await jobFor([]);
      await Promise.all([
        answer(id, 'assigned', { crew: [ann] }),
        call(ADMIN, 'public.delete_rows($1, $2)', ['crew', [ann]]),
      ]);
      expect(await countOf('public.bookings where $1 = any(crew)', [ann])).toBe(0);
    }
  });

  it('two people report and the office gives the job away: both reports arrive, once each', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
      const [hers, his] = [await deviceOf(ann), await deviceOf(ben)];
      const id = await jobFor([ann, ben]);
      const job = await jobOf(id);
      const eventId = randomUUID();
      const outcomes = await Promise.all([
        report(hers, job, 'done', { eventId }),
        report(hers, job, 'done', { eventId }),
        report(his, job, 'locked-out'),
        answer(id, 'assigned', { crew: [] }),
      ]);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added', 'added']);
      expect(await countOf('public.crew_reports where booking_id = $1', [id])).toBe(2);
    }
  });

  it('a device is ended and reports: the report arrives before the end, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ann = await addPerson();
      const key = await deviceOf(ann);
      const id = await jobFor([ann]);
      const job = await jobOf(id);
      const [device] = await asOwner<{ id: string }>(
        'select id from private.crew_devices where crew_id = $1',
        [ann],
      );
      const [sent] = await Promise.all([
        report(key, job, 'done'),
        crew.sheetOf(key),
        call(ADMIN, 'public.end_crew_device($1)', [device?.id]),
      ]);
      expect(['added', 'ended']).toContain(sent.outcome);
      expect(await countOf('public.crew_reports where booking_id = $1', [id])).toBe(
        sent.outcome === 'added' ? 1 : 0,
      );
      expect(await crew.sheetOf(key)).toBeNull();
    }
  });
});
