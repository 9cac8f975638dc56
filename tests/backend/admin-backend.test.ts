import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminBackend, ReadResult, ReplicaRow } from '../../src/core/server/admin-backend.ts';
import { backendOf, backendWith, tokenOf } from './support/admin-backend.ts';
import { aBooking } from '../support/records.ts';
import { pdf, picture, storeBookings } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, query, url, newUser } = useServer();

let backend: AdminBackend;
let adminId: string;
beforeAll(async () => {
  const client = await administrator();
  adminId = (await tokenOf(client)).userId;
  backend = backendOf(url(), client);
});

const posting = () => ({
  id: randomUUID(),
  title: 'Cleaner',
  description: 'Cleans.',
  type: 'Full-time',
  location: 'Paisley',
  requirements: ['A van'],
});
const ACCEPTED = { outcome: 'accepted' };
const WAS_THERE = { outcome: 'accepted', wasThere: true };
const answered = <T>(value: T) => ({ outcome: 'read', value });

async function pictureFile(path = `Before/After/${randomUUID()}.png`) {
  return { path, type: 'image/png', bytes: await picture().arrayBuffer() };
}
async function storedBooking() {
  const booking = aBooking();
  await visitor().from('bookings').insert(booking);
  return booking.id;
}
function valueOf<T>(answer: ReadResult<T>): T {
  if (answer.outcome !== 'read') throw new Error(JSON.stringify(answer));
  return answer.value;
}
/** All changes after a revision. */
const changesAfter = async (rev: number) => valueOf(await backend.readChanges(rev));
/** The greatest revision. */
const currentRev = async () => (await changesAfter(0)).rev;

describe('creating', () => {
  test('a row sent twice is stored once, in the creator’s name', async () => {
    const { path } = await pictureFile();
    const row = {
      id: randomUUID(),
      file_path: path,
      url: backend.publicUrl('gallery', path),
      category: 'Before/After',
      alt: 'A hall',
      created_by: adminId,
    };
    expect(await backend.insertRow('gallery_images', row)).toEqual(ACCEPTED);
    expect(await backend.insertRow('gallery_images', row)).toEqual(WAS_THERE);
    expect(
      await query('select id, created_by from gallery_images where id = $1', [row.id]),
    ).toEqual([{ id: row.id, created_by: adminId }]);
  });

  test('a row that a colleague deleted meanwhile stays deleted when it is sent again', async () => {
    const row = posting();
    await backend.insertRow('careers', row);
    await backend.deleteRows('careers', [row.id]);
    expect(await backend.insertRow('careers', row)).toEqual(WAS_THERE);
    expect(await backend.findRows('careers', [row.id])).toEqual(answered([]));
  });

  test('a row that breaks a rule is refused as invalid', async () => {
    expect(await backend.insertRow('careers', { ...posting(), title: '' })).toMatchObject({
      outcome: 'rejected',
      reason: 'invalid',
    });
  });

  test('a row in somebody else’s name is forbidden', async () => {
    const row = {
      id: randomUUID(),
      name: 'Ann',
      role: null,
      rating: 5,
      quote: 'They left every room spotless.',
      created_by: randomUUID(),
    };
    expect(await backend.insertRow('testimonials', row)).toMatchObject({
      outcome: 'rejected',
      reason: 'forbidden',
    });
  });

  test('a picture sent twice is stored once, at its public address, for good', async () => {
    const file = await pictureFile();
    expect(await backend.uploadPicture('gallery', file, 10_000)).toEqual(ACCEPTED);
    expect(await backend.uploadPicture('gallery', file, 10_000)).toEqual(ACCEPTED);
    const seen = await fetch(backend.publicUrl('gallery', file.path));
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'max-age=31536000']);
    expect(await seen.arrayBuffer()).toEqual(file.bytes);
  });

  test('a picture of a kind that the bucket does not take is refused', async () => {
    const file = { ...(await pictureFile()), type: 'text/plain' };
    expect(await backend.uploadPicture('gallery', file, 10_000)).toMatchObject({
      outcome: 'rejected',
      reason: 'file-refused',
    });
  });
});

describe('deleting', () => {
  test('rows are gone, and deleting them again is accepted', async () => {
    const ids = [await storedBooking(), await storedBooking(), await storedBooking()];
    expect(await backend.deleteRows('bookings', ids.slice(0, 2))).toEqual(ACCEPTED);
    expect(await backend.findRows('bookings', ids)).toEqual(answered(ids.slice(2)));
    expect(await backend.deleteRows('bookings', ids.slice(0, 2))).toEqual(ACCEPTED);
  });

  test('a thousand rows fit into one call', async () => {
    const rows = Array.from({ length: 1000 }, () => aBooking());
    await storeBookings(query, rows);
    const ids = rows.map(({ id }) => id);
    expect(await backend.deleteRows('bookings', ids)).toEqual(ACCEPTED);
    expect(await backend.findRows('bookings', ids.slice(0, 100))).toEqual(answered([]));
  });

  test('files are gone, and removing them again is accepted', async () => {
    const file = await pictureFile();
    await backend.uploadPicture('gallery', file, 10_000);
    for (let n = 0; n < 2; n++)
      expect(await backend.removeFiles('gallery', [file.path])).toEqual(ACCEPTED);
    expect((await fetch(backend.publicUrl('gallery', file.path))).ok).toBe(false);
  });
});

describe('reading', () => {
  test('more changes than a page come in the order of revisions, each row once', async () => {
    const before = await currentRev();
    const rows = Array.from({ length: 1_200 }, () => aBooking());
    await storeBookings(query, rows);
    const pages = [await changesAfter(before)];
    for (
      let last = pages.at(-1)?.changes.at(-1);
      last && last.rev < (pages[0]?.rev ?? 0);
      last = pages.at(-1)?.changes.at(-1)
    ) {
      pages.push(await changesAfter(last.rev));
    }
    expect(pages[0]?.changes).toHaveLength(1_000);
    const bookings = pages
      .flatMap(({ changes }) => changes)
      .filter(({ table }) => table === 'bookings');
    expect(bookings.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  test('a deletion comes in the order of revisions', async () => {
    const id = await storedBooking();
    const before = await currentRev();
    await backend.deleteRows('bookings', [id]);
    const { changes, rev } = await changesAfter(before);
    expect(changes.find((change) => change.id === id)).toMatchObject({
      table: 'bookings',
      row: null,
    });
    expect(changes.at(-1)?.rev).toBe(rev);
  });

  test('an initial sync follows the order of its part, a page at a time', async () => {
    const rows = Array.from({ length: 1_100 }, (_, n) =>
      aBooking({ preferred_date: n < 50 ? '2098-01-02' : '2098-01-01' }),
    );
    await storeBookings(query, rows);
    const coming = { part: 'coming', fromDay: '2098-01-01' } as const;
    const first = valueOf(await backend.readFirstCopy({ ...coming, after: null }));
    const last = first.rows.at(-1) as ReplicaRow<'bookings'>;
    const rest = valueOf(
      await backend.readFirstCopy({ ...coming, after: { at: last.preferred_date, id: last.id } }),
    );
    expect([first.total, rest.total]).toEqual([1_100, null]);
    const copied = [...first.rows, ...rest.rows] as ReplicaRow<'bookings'>[];
    expect(copied.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(copied.map(({ preferred_date }) => preferred_date).sort()).toEqual(
      copied.map(({ preferred_date }) => preferred_date),
    );
  });

  test('rows are counted exactly, also beyond a page', async () => {
    const [row] = await query<{ n: number }>('select count(*)::int as n from bookings');
    expect(row?.n).toBeGreaterThan(1_000);
    expect(await backend.countRows('bookings')).toEqual(answered(row?.n));
    expect(await backend.countRows('contact_messages')).toEqual(answered(0));
    expect(await backend.countRows('browser_errors')).toEqual(answered(0));
  });

  test('a résumé’s link downloads it', async () => {
    const path = `${randomUUID()}.pdf`;
    await visitor().storage.from('resumes').upload(path, pdf());
    const link = await backend.signResumeLink(path);
    if (link.outcome !== 'read') throw new Error(link.outcome);
    const file = await fetch(link.value);
    expect([file.status, await file.text()]).toEqual([200, 'x'.repeat(10)]);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(await backend.signResumeLink(`${randomUUID()}.pdf`)).toMatchObject({
      outcome: 'rejected',
    });
  });

  test('an alert is sent for a stored record only', async () => {
    const id = await storedBooking();
    expect(await backend.sendAlert('booking', id)).toEqual(ACCEPTED);
    expect(await query('select state from alerts where record_id = $1', [id])).toEqual([
      { state: 'sent' },
    ]);
    expect(await backend.sendAlert('booking', randomUUID())).toMatchObject({ outcome: 'rejected' });
  });
});

describe('an expired token', () => {
  const spoilt = (token: string) => `${token.slice(0, -8)}AAAAAAAA`;

  test('is renewed once, for a query and for a count', async () => {
    const client = await administrator();
    const renewals: boolean[] = [];
    const renewing = backendWith(url(), async ({ refused }) => {
      renewals.push(refused !== null);
      const current = await tokenOf(client);
      return refused ? current : { ...current, token: spoilt(current.token) };
    });
    expect(await renewing.isAdmin()).toEqual(answered(true));
    expect(await renewing.countRows('contact_messages')).toEqual(answered(0));
    expect(renewals).toEqual([false, true, false, true]);
  });

  test('ends the session when it cannot be renewed', async () => {
    const client = await administrator();
    const over = backendWith(url(), async () => {
      const current = await tokenOf(client);
      return { ...current, token: spoilt(current.token) };
    });
    expect(await over.readChanges(0)).toEqual({ outcome: 'signed-out' });
    expect(await over.insertRow('careers', posting())).toEqual({ outcome: 'signed-out' });
  });
});

describe('a user whose role was revoked', () => {
  let former: AdminBackend;
  beforeAll(async () => {
    const client = visitor();
    await client.auth.signInWithPassword(await newUser());
    former = backendOf(url(), client);
  });

  test('is refused as no administrator, instead of reading an empty list', async () => {
    expect(await former.isAdmin()).toEqual(answered(false));
    expect(await former.readChanges(0)).toMatchObject({ outcome: 'rejected' });
  });

  test('changes nothing, although Storage reports no refusal of a file’s removal', async () => {
    const id = await storedBooking();
    const file = await pictureFile();
    await backend.uploadPicture('gallery', file, 10_000);
    expect(await former.deleteRows('bookings', [id])).toMatchObject({
      outcome: 'rejected',
      reason: 'forbidden',
    });
    expect(await former.removeFiles('gallery', [file.path])).toEqual(ACCEPTED);
    expect(await former.insertRow('careers', posting())).toMatchObject({
      outcome: 'rejected',
      reason: 'forbidden',
    });
    expect(await former.uploadPicture('gallery', await pictureFile(), 10_000)).toMatchObject({
      outcome: 'rejected',
      reason: 'forbidden',
    });
    expect(await backend.findRows('bookings', [id])).toEqual(answered([id]));
    expect((await fetch(backend.publicUrl('gallery', file.path))).status).toBe(200);
  });
});
