import type { Page } from '@playwright/test';
import { londonTime } from '../../src/core/domain/london-time.ts';
import type { OfficeAnswerEntry } from '../../src/core/mutations/office-answer.ts';
import type { CrewDevice, OutboxEntry } from '../../src/core/store/device-schema.ts';
import type { StoredRow } from '../../src/core/store/replica-schema.ts';
import { ADMIN } from '../backend/support/people.ts';
import type { Fixture } from '../releases/fixture.ts';
import { loadDatabase } from '../releases/load-fixture.ts';
import { readFixture } from '../releases/read-fixture.ts';
import { JOB } from '../unit/support/crew.ts';
import { ISLA } from '../unit/support/portal-device.ts';
import type { TestBackend } from './backend.ts';
import { addMember, storeJob } from './crew-phone.ts';
import { saveSession } from './portal.ts';
import { clear, storePosting } from './portal-records.ts';

const HOUR = 60 * 60_000;
/** The position that the device's applications are for. */
const CAREER = '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11';

/**
 * The device of a release, as that release left it an hour ago, at this server: the server has the
 * administrator, the bookings with their events, the team, the messages, the position that is applied
 * for, and the crew's phone with its job.
 */
export async function formerDevice(backend: TestBackend, folder: string): Promise<Fixture> {
  const left = movedTo(readFixture(folder), Date.now() - HOUR);
  const [admin] = await backend.query<{ id: string }>(
    'select id from auth.users where email = $1',
    [ADMIN.email],
  );
  for (const table of ['bookings', 'contact_messages', 'careers', 'crew'] as const)
    await clear(backend, table);
  // An earlier test's rows have the same ids.
  await backend.query('delete from public.deleted_rows');
  await storePosting(backend, { id: CAREER });
  for (const table of ['crew', 'contact_messages', 'bookings'] as const)
    await storeRows(backend, left, table);
  const job = await registerPhone(backend, left);
  const revisions = await backend.query<{ id: string; rev: number }>(
    'select id, rev::int from public.bookings',
  );
  const text = JSON.stringify(left)
    .replaceAll(JOB, job)
    .replaceAll(ISLA.id, admin?.id ?? '');
  const device = JSON.parse(text) as Fixture;
  for (const entry of entriesOn(device) as Partial<OfficeAnswerEntry>[]) {
    const answered = revisions.find(({ id }) => id === entry.bookingId);
    if (answered && entry.expectedRevision) entry.expectedRevision = answered.rev;
  }
  return device;
}

/** Columns of a stored row that the lists alone have. */
const OF_LISTS = new Set(['events', 'is_mail_refused', 'rev']);
/** Fields of a stored event that the lists alone have. */
const OF_EVENTS = new Set(['by', 'mail', 'push']);

const without = (row: object, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));

const insert = (backend: TestBackend, table: string, row: object) => {
  const columns = Object.keys(row).join(', ');
  return backend.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
};

/** An event of a row of release 1.0.0. */
interface FormerEvent {
  actor: string;
  kind: string;
  message: string | null;
  crew: readonly string[] | null;
  for_series: boolean | null;
}

/** The columns in which release 1.0.0 kept more than answers among the events. */
const FORMER = new Set(['crew', 'for_series', 'pictures', 'made_at']);

/** Where the server has an event of release 1.0.0. */
function historyOf(event: FormerEvent): [table: string, row: object] {
  const { actor, kind, message, crew, for_series: forSeries } = event;
  const { id, created_at, pictures, made_at, day, time_slot } = event as unknown as Record<
    string,
    unknown
  >;
  const setting = { id, created_at, for_series: forSeries ?? false };
  if (actor === 'crew') {
    const report = { id, created_at, kind, message, pictures, made_at, crew_id: crew?.[0] };
    return ['public.crew_reports', report];
  }
  switch (kind) {
    case 'assigned':
      return ['private.setting_changes', { ...setting, field: 'crew', value: crew }];
    case 'instructed':
      return ['private.setting_changes', { ...setting, field: 'instructions', value: message }];
    case 'entrusted':
      return ['private.setting_changes', { ...setting, field: 'access' }];
    case 'reminded':
      return ['private.reminders', { id, created_at, day, time_slot }];
    default:
      return ['public.booking_events', without(without(event, OF_EVENTS), FORMER)];
  }
}

/** Stores a list's rows of the device's replica on the server, with the events of bookings. */
async function storeRows(backend: TestBackend, device: Fixture, table: string): Promise<void> {
  const kept = rowsOf<StoredRow>(device, 'keptRows').filter((stored) => stored.table === table);
  for (const { id, row } of kept) {
    const { events = [] } = row as { events?: FormerEvent[] };
    await insert(backend, `public.${table}`, without(row as object, OF_LISTS));
    for (const [at, event] of events.entries()) {
      const [history, fields] = historyOf(event);
      // Revisions of the device's server may be higher than this one's.
      await insert(backend, history, { ...fields, booking_id: id, rev: at + 1 });
    }
  }
}

/** Registers the device's secret at the server. Returns the name of a job of its person today. */
async function registerPhone(backend: TestBackend, device: Fixture): Promise<string> {
  const { secret } = rowsOf<CrewDevice>(device, 'crew').find(({ key }) => key === 'device') ?? {};
  const member = await addMember(backend);
  await backend.query('select public.crew_register($1, $2, $3)', [member.code, secret, 'A phone']);
  const id = await storeJob(backend, [member], { name: 'Isla Grant', preferred_time: 'morning' });
  const [stored] = await backend.query<{ job: string }>(
    'select job from public.bookings where id = $1',
    [id],
  );
  return stored?.job ?? '';
}

/** The fixture as if it had been written at `then`, in ms since 1970, with today's days. */
function movedTo(fixture: Fixture, then: number): Fixture {
  const dayOf = (ms: number) => Date.parse(londonTime(ms).day);
  const days = dayOf(Date.now()) - dayOf(fixture.now);
  const text = JSON.stringify(fixture)
    .replaceAll(/(?<!\w)179\d{10}(?!\w)/g, (ms) => String(Number(ms) - fixture.now + then))
    .replaceAll(/(?<![\w-])20\d\d-\d\d-\d\d(?!\d)/g, (day) =>
      new Date(Date.parse(day) + days).toISOString().slice(0, 10),
    );
  return JSON.parse(text) as Fixture;
}

const rowsOf = <Row>({ databases }: Fixture, table: string): Row[] =>
  databases.flatMap(({ rows }) => rows[table] ?? []) as Row[];

/** The entries that wait on the device. */
export const entriesOn = (fixture: Fixture) => rowsOf<OutboxEntry>(fixture, 'entries');

/** Loads the device's databases into a browser, from a page of the site without scripts. */
export async function loadDevice(page: Page, fixture: Fixture): Promise<void> {
  for (const database of fixture.databases) await page.evaluate(loadDatabase, database);
  const id = rowsOf<{ key: string; value: string }>(fixture, 'facts').find(
    ({ key }) => key === 'install-id',
  );
  await page.evaluate((value) => localStorage.setItem('install-id', value), id?.value ?? '');
  await saveSession(page);
}
