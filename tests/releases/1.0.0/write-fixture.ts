/**
 * Writes `device.json` with the code of the release 1.0.0 (tag v1.0.0), whose modules this file
 * imports. README.md says how to run it again.
 */
import { expect, test, vi } from 'vitest';
import type { CustomerBooking, RecordedEvent } from '../../../src/core/domain/booking-events.ts';
import type { Creation } from '../../../src/core/domain/creation.ts';
import { sheetOf } from '../../../src/core/domain/crew-sheet.ts';
import { COUNTED_LISTS, ENTITY_NAMES, type Entity } from '../../../src/core/domain/entities.ts';
import { mintId } from '../../../src/core/domain/mint-id.ts';
import type { OfficeAnswerValues } from '../../../src/core/domain/office-answer.ts';
import type { Submission } from '../../../src/core/domain/submission.ts';
import { createAddition, waitingAdditions } from '../../../src/core/mutations/addition.ts';
import type { AdminEntry, AdminPorts } from '../../../src/core/mutations/admin-mutation.ts';
import { ADMIN_MUTATIONS } from '../../../src/core/mutations/administrators.ts';
import {
  noteNotified,
  storeLinkedBooking,
  storeStates,
} from '../../../src/core/mutations/booking-receipts.ts';
import { DATE_PASSED_CONFIRMED } from '../../../src/core/mutations/booking.ts';
import { readCrewPage } from '../../../src/core/mutations/crew-page.ts';
import {
  createCrewReport,
  CREW_MUTATIONS,
  type CrewPorts,
  type NewReport,
} from '../../../src/core/mutations/crew-report.ts';
import {
  createCustomerAnswer,
  type AnswerDetails,
} from '../../../src/core/mutations/customer-answer.ts';
import { createDeletion, waitingDeletions } from '../../../src/core/mutations/deletion.ts';
import { beginEdit, replaceEntry } from '../../../src/core/mutations/edit-entry.ts';
import { listMyRequests } from '../../../src/core/mutations/my-requests.ts';
import { requestNotification } from '../../../src/core/mutations/notifications.ts';
import { createOfficeAnswer } from '../../../src/core/mutations/office-answer.ts';
import {
  causeAmong,
  listDecided,
  readPending,
  visibleRows,
} from '../../../src/core/mutations/pending.ts';
import { takePush } from '../../../src/core/mutations/pushes.ts';
import { storeAdminEntry } from '../../../src/core/mutations/store-admin-entry.ts';
import type { VisitorPorts } from '../../../src/core/mutations/visitor-mutation.ts';
import { createSubmission, VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { deliver } from '../../../src/core/outbox/deliver.ts';
import type { Fresh, NewFile, PickedFile } from '../../../src/core/outbox/entry.ts';
import { flush, type Outbox } from '../../../src/core/outbox/flush.ts';
import { createQueue, enqueue, retryEntry, type Queue } from '../../../src/core/outbox/queue.ts';
import { parseRow } from '../../../src/core/replica/parse-row.ts';
import { pull } from '../../../src/core/replica/pull.ts';
import type { AdminBackend, ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import {
  beginRegistration,
  confirmRegistration,
  endRegistration,
  noteCrewNotified,
  readSecret,
  saveDraft,
  storeSheet,
} from '../../../src/core/store/crew-store.ts';
import type { Database } from '../../../src/core/store/database.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { aPhoto } from '../../support/photos.ts';
import { APPLICATION, BOOKING, MESSAGE } from '../../support/values.ts';
import {
  aCustomerBooking,
  anEvent,
  aRecordedEvent,
  aSeries,
  aSeriesVisit,
} from '../../unit/support/booking-events.ts';
import { BOOKING as ROW } from '../../unit/support/booking-row.ts';
import { DAYS, HOUR, JOB, NINE } from '../../unit/support/crew.ts';
import { createFakeAdminBackend } from '../../unit/support/fake-admin-backend.ts';
import { createFakeBackend } from '../../unit/support/fake-backend.ts';
import { BUSY_LOCKS, pageOf } from '../../unit/support/page.ts';
import { granted, ISLA, json, openTab, RONA } from '../../unit/support/portal-device.ts';
import { dumpDatabase } from '../dump-database.ts';
import type { StoredItem } from '../fixture.ts';
import {
  answer,
  CAREER,
  countIds,
  DAY,
  idOf,
  killed,
  listRows,
  MINUTE,
  NOT_OUR_SERVER,
  OFFLINE,
  pdf,
  RATE_LIMITED,
  refused,
  SERVER,
  SIGNED_OUT,
  until,
  writeFixture,
} from '../parts.ts';

type Ports = VisitorPorts & AdminPorts & CrewPorts;

/** One attempt at an entry, with another behaviour of its ports. */
interface Attempt {
  visitor?: Partial<VisitorPorts['backend']>;
  admin?: Partial<AdminBackend>;
  crew?: Partial<CrewPorts['crew']>;
  ports?: Partial<Ports>;
  queue?: Partial<Queue>;
  /** The step at which the tab is killed. */
  killedAt?: string | number;
}

interface Case {
  about: string;
  /** Mints the entry; null if a value breaks a rule. */
  make: () => Fresh | null;
  attempts?: readonly Attempt[];
  /** The table of its row at the end: by default `entries`. */
  table?: 'receipts';
}

const booking = (name: string, changes: object = {}): Submission => ({
  kind: 'booking',
  values: { ...BOOKING, name, ...changes },
});
const application = (name: string): Submission => ({
  kind: 'job_application',
  values: { ...APPLICATION, name, career_id: CAREER, job_title: 'Cleaner' },
});
const message = (name: string): Submission => ({ kind: 'contact', values: { ...MESSAGE, name } });

const posting = (title: string): Creation => ({
  entity: 'careers',
  values: {
    ...{ title, type: 'Full-time', location: 'Paisley', description: 'Clean offices.' },
    requirements: ['A van'],
  },
});
const testimonial = (name: string): Creation => ({
  entity: 'testimonials',
  values: { name, role: null, rating: 5, quote: 'They left every room spotless.' },
});
const picture = (alt: string, isPair = false): Creation => ({
  entity: 'gallery_images',
  values: { category: isPair ? 'Before/After' : 'Residential', alt },
});
const phoned = (name: string): Creation => ({
  entity: 'bookings',
  values: { ...BOOKING, name, email: '' },
});
const person = (name: string): Creation => ({
  entity: 'crew',
  values: { name, phone: '07700 900124' },
});

const PERSON = idOf('crew', 0);
const VISIT = { day: '2026-12-01', time_slot: 'morning' } as const;
const OTHER = { day: '2026-12-03', time_slot: 'afternoon' } as const;
const NONE = { day: null, time_slot: null, message: null } as const;
const PRICE = { price_pence: 6600, price_per: 'visit' } as const;

let events = 0;
/** An event of a row, with an id and a revision of its own. */
const recorded = (changes: Partial<RecordedEvent>): RecordedEvent => {
  events += 1;
  const id = `00000000-0000-4000-9000-${String(events).padStart(12, '0')}`;
  return aRecordedEvent({ id, rev: 50 + events, ...changes });
};
const ofKind = (kind: 'repeated' | 'asked' | 'confirmed', changes: object = {}) =>
  recorded({ kind, ...VISIT, ...changes });

/** Each event that a row may have, with the mails and notifications about it. */
const eventsOfEachKind = () => [
  ...(['confirmed', 'offered'] as const).map((kind) => recorded({ kind, ...VISIT, ...PRICE })),
  ...(['declined', 'cancelled', 'completed', 'reopened'] as const).map((kind) =>
    recorded({ kind, by: 'Isla Bute', message: 'A text' }),
  ),
  ofKind('repeated', { every: 2, ...PRICE }),
  recorded({ kind: 'stopped', day: '2027-06-01' }),
  ...(['kept', 'instructed', 'entrusted'] as const).map((kind) => recorded({ kind })),
  recorded({ kind: 'assigned', crew: [PERSON], for_series: true }),
  ...(['refused', 'cancelled'] as const).map((kind) => recorded({ actor: 'customer', kind })),
  ...(['accepted', 'asked'] as const).map((kind) =>
    recorded({ actor: 'customer', kind, ...OTHER }),
  ),
  ...(['done', 'locked-out', 'noted'] as const).map((kind) =>
    recorded({
      ...{ actor: 'crew', kind, by: 'Ann Baker', crew: [PERSON], message: 'It leaks' },
      ...{ pictures: 2, made_at: '2026-11-27T10:00:00Z' },
    }),
  ),
  recorded({
    ...{ kind: 'reminded', ...VISIT },
    mail: { state: 'refused', reason: 'bounced', detail: 'The mailbox is full.' },
    push: { state: 'none', reason: 'no-device', detail: null },
  }),
];

/** The bookings that the answers are given to, one for each, and others with every field. */
const bookingRows = (): ReplicaRow<'bookings'>[] => {
  const confirmed = () => ({ status: 'confirmed', events: [ofKind('confirmed')] });
  const changes: Partial<ReplicaRow<'bookings'>>[] = [
    ...Array.from({ length: 5 }, () => ({})),
    confirmed(),
    { ...confirmed(), preferred_date: '2026-11-27' },
    { status: 'cancelled' },
    {},
    { status: 'confirmed', events: [ofKind('repeated', { every: 2 })] },
    {
      ...confirmed(),
      events: [ofKind('confirmed'), ofKind('asked', { actor: 'customer', ...OTHER })],
    },
    confirmed(),
    confirmed(),
    confirmed(),
    {},
    {
      ...{ status: 'confirmed', events: eventsOfEachKind(), crew: [PERSON], access: 'Code 4711' },
      ...{ ...PRICE, instructions: 'Ring twice', frequency: 'weekly', size: '2-bedrooms' },
      ...{ service: 'deep', is_mail_refused: true, by_office: true },
    },
    { ...confirmed(), series: idOf('bookings', 9), series_day: '2026-12-15', crew: [PERSON] },
    {},
  ];
  return changes.map((row, at) => ({
    ...{ ...ROW, ...row, id: idOf('bookings', at), name: `Customer ${at}`, rev: 100 + at },
    created_at: `2026-11-20T08:00:${String(at).padStart(2, '0')}.000001+00:00`,
  }));
};

test('write the fixture', { timeout: 60_000 }, async () => {
  countIds();
  let now = NINE;
  const [jpeg, other] = await Promise.all(
    [48, 64].map(async (width) => {
      const { buffer } = await aPhoto({ width, height: 36 });
      return new Uint8Array(buffer).buffer;
    }),
  );
  if (!jpeg || !other) throw new Error('No photographs');
  const photo = (name: string): PickedFile => ({ name, type: 'image/jpeg', bytes: jpeg });
  vi.useFakeTimers({ toFake: ['Date'], now });
  const tick = (ms = 1000) => vi.setSystemTime((now += ms));
  const device = { now: () => now, random: () => 1 };

  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const tab = await openTab({
    'grant_type=password': () => granted('token-1', ISLA),
    '/auth/v1/user': () =>
      json(200, { id: ISLA.id, email: ISLA.email, user_metadata: { full_name: ISLA.displayName } }),
    '/rpc/has_role': () => json(200, true),
  });
  const { db } = tab;

  // The administrator's session and replica.

  expect(await tab.signIn(ISLA.email, 'secret', () => undefined)).toEqual({ outcome: 'signed-in' });
  const [record] = await db.replicas.toArray();
  if (!record) throw new Error('No replica is named');
  const replica = new ReplicaDatabase(record.name);
  const rows = bookingRows();
  const head = { epoch: 'first', rev: 162 };
  const outlook = { now: new Date(now).toISOString(), mails: { per_day: 90, free_at: null } };
  await pull({
    replica,
    now: device.now,
    backend: {
      readChanges: async () => ({
        outcome: 'read',
        value: { ...head, ...outlook, changes: [] },
      }),
      readFirstCopy: async ({ part }) => {
        const changes = part === 'gallery_images' ? { is_pair: true } : {};
        const found =
          part === 'coming' ? rows : part === 'bookings' ? [] : listRows(part, 2, changes);
        return {
          outcome: 'read',
          value: { ...head, rows: found as unknown as ReplicaRow[], total: found.length },
        };
      },
    },
  });
  expect((await replica.readCursor())?.initialSync).toBeNull();

  // This phone's registration and the sheet.

  const { secret } = await beginRegistration(db);
  await confirmRegistration(db, secret, DAYS.name);
  await storeSheet(db, secret, sheetOf(DAYS, now, now + 100));
  await noteCrewNotified(db, secret);
  const about = { job: JOB, day: '2026-11-28', time_slot: 'morning', readAt: NINE };
  const job = { ...about, endsAt: NINE + 39 * HOUR };
  await saveDraft(db, { key: `draft:${JOB}`, about: job, report: 'noted', text: 'The tap is lo' });

  // One outbox for everybody on this device.

  const decided = (id: string): CustomerBooking =>
    aCustomerBooking({
      ...{ id, status: 'confirmed', day: '2027-03-04', time_slot: 'afternoon', sequence: 3 },
      last: anEvent({ actor: 'customer', kind: 'accepted', day: '2027-03-04' }),
    });
  const portsOf = (
    visitor: VisitorPorts['backend'],
    admin: AdminBackend,
    crew: CrewPorts['crew'],
  ): Ports => ({
    ...{ backend: visitor, place: 'page', crew, backendOf: () => admin },
    onState: (id, known) => storeStates(db, new Map([[id, known]])),
    replicaOf: (userId) => (userId === ISLA.id ? replica : null),
    preparePicture: async ([picked], { smallEdge }) =>
      picked
        ? { ok: true, file: { ...picked, extension: 'jpg' }, ...(smallEdge && { small: other }) }
        : { ok: false, message: 'no picture' },
    readSecret: () => readSecret(db),
    onEnded: (ended) => endRegistration(db, ended),
    preparePhoto: async (original) => original,
  });
  const [server, adminServer, crewServer] = [
    createFakeBackend(),
    createFakeAdminBackend(),
    createCrewServer(),
  ];
  const mutations = { ...VISITOR_MUTATIONS, ...ADMIN_MUTATIONS, ...CREW_MUTATIONS };
  const outboxOf = (
    userId: string,
    { visitor, admin, crew, ports, queue }: Attempt = {},
  ): Outbox<Ports> => ({
    queue: { ...createQueue(db, () => userId), ...queue },
    mutations: mutations as Outbox<Ports>['mutations'],
    ports: {
      ...portsOf(
        { ...server.backend, ...visitor },
        { ...adminServer.backend, ...admin },
        { ...crewServer.crew, ...crew },
      ),
      ...ports,
    },
    device,
  });
  async function attempt(id: string, one: Attempt = {}) {
    tick();
    const entry = await db.entries.get(id);
    if (!entry) throw new Error(`No entry ${id}`);
    const { queue, ports } = outboxOf(entry.userId ?? ISLA.id, one);
    const mutation = outboxOf('').mutations[entry.kind];
    if (!mutation) throw new Error(`No mutation ${entry.kind}`);
    const delivered = deliver(entry, { mutation, ports, queue, device });
    if (one.killedAt === undefined) return void (await delivered);
    await until(async () => {
      const reached = await db.entries.get(id);
      return reached?.state.name === 'sending' && reached.step === one.killedAt;
    });
  }

  const items: StoredItem[] = [];
  async function add({ about: text, make, attempts = [], table }: Case): Promise<string> {
    tick();
    const fresh = make();
    if (!fresh) throw new Error(`Not valid: ${text}`);
    const { id, kind, userId } = fresh.entry;
    if (userId === null) await enqueue(db, fresh);
    else await storeAdminEntry(db, userId === ISLA.id ? replica : null, fresh as Fresh<AdminEntry>);
    items.push({ id, about: text, table: table ?? 'entries', userId, kind, shown: null });
    for (const one of attempts) await attempt(id, one);
    return id;
  }
  const addAll = async (cases: readonly Case[]) => {
    for (const one of cases) await add(one);
  };

  // What a visitor has.

  const of = (submission: Submission, file: NewFile | null = null) => ({
    make: () => createSubmission(submission, file, now),
  });
  const atRow = (
    result: Awaited<ReturnType<VisitorPorts['backend']['insertRecord']>>,
  ): Attempt => ({
    visitor: { insertRecord: answer(result) },
  });
  const atMail = (result: Awaited<ReturnType<VisitorPorts['backend']['sendAlert']>>): Attempt => ({
    visitor: { sendAlert: answer(result) },
  });

  await add({ about: 'booking, due', ...of(booking('Due Booking')) });
  const tried = await add({
    ...{ about: 'booking, three tries without a connection', ...of(booking('Tried Booking')) },
    attempts: [atRow(OFFLINE), atRow(OFFLINE), atRow(OFFLINE)],
  });
  vi.setSystemTime((now -= 3 * DAY));
  const yesterday = { preferred_date: '2026-11-27' };
  const passed = await add({
    ...{ about: 'booking, its day passed while it waited' },
    ...of(booking('Passed Day', yesterday)),
  });
  const confirmedDay = await add({
    ...{ about: 'booking, to be sent although its day passed' },
    ...of(booking('Confirmed Day', yesterday)),
  });
  vi.setSystemTime((now += 3 * DAY));
  await attempt(passed);
  await attempt(confirmedDay);
  await retryEntry(createQueue(db), confirmedDay, DATE_PASSED_CONFIRMED);

  await addAll([
    {
      ...{ about: 'booking, a sign-in page of a network answered', ...of(booking('Hotel Guest')) },
      attempts: [atRow(NOT_OUR_SERVER)],
    },
    {
      ...{ about: 'booking, its tab was killed during the request', ...of(booking('Killed Tab')) },
      attempts: [{ visitor: { insertRecord: killed }, killedAt: 'row' }],
    },
    {
      ...{ about: 'booking, refused as invalid', ...of(booking('Refused Booking')) },
      attempts: [atRow(refused('invalid'))],
    },
    {
      ...{ about: 'booking, stored, its email is not sent', ...of(booking('Pending Email')) },
      attempts: [atMail(OFFLINE)],
    },
    {
      ...{ about: 'message, the server fails', ...of(message('Server Failure')) },
      attempts: [atRow({ ...SERVER, retryAfterMs: 5 * MINUTE })],
    },
    {
      ...{ about: 'message, rate-limited', ...of(message('Rate Limit')) },
      attempts: [atRow(RATE_LIMITED)],
    },
    { about: 'message, due behind a rate limit', ...of(message('Due Message')) },
    { about: 'application, due before its file', ...of(application('Due File'), pdf('due')) },
    {
      ...{ about: 'application, its tab was killed during the upload' },
      ...of(application('Killed Upload'), pdf('killed')),
      attempts: [{ visitor: { uploadResume: killed }, killedAt: 'file' }],
    },
    {
      ...{ about: 'application, its file is sent and its row is not' },
      ...of(application('Sent File'), pdf('sent')),
      attempts: [atRow(OFFLINE)],
    },
    {
      ...{ about: 'application, the device could not read its file' },
      ...of(application('Unread File'), pdf('unread')),
      attempts: [{ queue: { readFile: () => Promise.reject(new Error('disk')) } }],
    },
    {
      ...{ about: 'application, its position is gone' },
      ...of(application('Gone Position'), pdf('gone')),
      attempts: [atRow(refused('position-gone'))],
    },
    {
      ...{ about: 'application, stored, its email is leased by another caller' },
      ...of(application('Leased Email'), pdf('leased')),
      attempts: [atMail({ outcome: 'retry', reason: 'in-progress', retryAfterMs: 2 * MINUTE })],
    },
    {
      ...{ about: 'receipt of a booking, alert not sent', ...of(booking('Sent Unalerted')) },
      ...{ attempts: [atMail(SERVER)], table: 'receipts' },
    },
    {
      ...{ about: 'receipt of an application', table: 'receipts', attempts: [{}] },
      ...of(application('Sent Application'), pdf('ok')),
    },
    {
      ...{ about: 'receipt of a message', table: 'receipts', attempts: [{}] },
      ...of(message('Sent Message')),
    },
  ]);
  const sent = await add({
    ...{ about: 'receipt of a booking, with notifications', table: 'receipts', attempts: [{}] },
    ...of(booking('Sent Booking')),
  });
  await noteNotified(db, sent, true);

  /** A booking whose first attempt has no known outcome, changed by its sender. */
  async function addEdited(text: string, name: string, wasLost: boolean, table?: 'receipts') {
    if (wasLost) server.scripts.row.push('lost');
    const id = await add({
      ...{ about: text, ...of(booking(name)), attempts: [wasLost ? {} : atRow(OFFLINE)] },
      ...(table && { table }),
    });
    tick();
    const changed = booking(name, { notes: 'The key is next door.' });
    const fresh = createSubmission(changed, null, now);
    await replaceEntry(db, id, 'booking', fresh, fresh);
    return id;
  }
  await addEdited('booking, changed after it may have arrived', 'Edited Booking', false);
  const arrived = await addEdited(
    'booking, had arrived before the change, its email is not sent',
    'Arrived Booking',
    true,
  );
  await attempt(arrived, atMail(OFFLINE));
  const arrivedToo = await addEdited(
    'receipt of a booking that had arrived before the change',
    'Sent Before',
    true,
    'receipts',
  );
  await attempt(arrivedToo);

  // A customer's answers: to offers, to bookings, and to visits of a series.

  const linked = async (text: string, state: CustomerBooking | null, id = mintId()) => {
    await storeLinkedBooking(db, id, { state, readAt: now }, now);
    const item = { id, about: text, table: 'receipts', userId: null, kind: 'booking' };
    items.push({ ...item, shown: null });
    return id;
  };
  const offer = () => anEvent({ id: mintId(), kind: 'offered', ...OTHER, ...PRICE });
  const accepts: Attempt['visitor'] = {
    answerBooking: async ({ bookingId }) => ({ outcome: 'accepted', state: decided(bookingId) }),
  };
  async function respond(
    text: string,
    kind: Parameters<typeof createCustomerAnswer>[0],
    rest: Pick<Case, 'attempts' | 'table'> & { details?: AnswerDetails; isOfSeries?: true } = {},
  ) {
    const { details, isOfSeries, ...ending } = rest;
    const id = mintId();
    const last = kind === 'accepted' || kind === 'refused' ? offer() : null;
    const visit = aSeriesVisit({ id: mintId() });
    const first = aCustomerBooking({
      ...{ id, last, sequence: 2 },
      ...(!last && { status: 'confirmed' }),
      ...(isOfSeries && { series: aSeries({ visits: [visit] }), ...PRICE }),
    });
    await linked(`booking from a link: ${text}`, first, id);
    const visited = { id: visit.id, was_confirmed: true, updated_at: first.updated_at };
    const state = isOfSeries ? { ...visit, ...visited } : first;
    await add({
      about: `customer’s answer: ${text}`,
      make: () => ({
        entry: createCustomerAnswer(kind, { state, readAt: now }, now, {
          ...details,
          ...(isOfSeries && { seriesId: id }),
        }),
        file: null,
      }),
      ...ending,
    });
  }
  const lost: Attempt = { visitor: { answerBooking: answer(OFFLINE) } };
  await respond('acceptance, due', 'accepted');
  await respond('refusal of the offer, no connection', 'refused', { attempts: [lost] });
  await respond('another day asked for, due', 'asked', { details: { other: OTHER } });
  await respond('cancellation, refused as too late', 'cancelled', {
    attempts: [
      {
        visitor: {
          answerBooking: async ({ bookingId }) => ({
            ...refused('too-late'),
            state: decided(bookingId),
          }),
        },
      },
    ],
  });
  await respond('acceptance, stored, its tab was killed at the mails', 'accepted', {
    attempts: [{ visitor: { ...accepts, sendAnswerMails: killed }, killedAt: 'email' }],
  });
  await respond('cancellation, sent', 'cancelled', {
    attempts: [{ visitor: accepts }],
    table: 'receipts',
  });
  await respond('cancellation of a visit, due', 'cancelled', { isOfSeries: true });
  await respond('another day asked for a visit, no connection', 'asked', {
    ...{ isOfSeries: true, details: { other: OTHER } },
    attempts: [lost],
  });
  await linked('booking from a link that the server does not know', null);

  // What an administrator has.

  const remove = (entity: Entity, removed: { id: string; path: string | null }[]) => ({
    make: () => createDeletion(entity, removed, ISLA.id, now),
  });
  const create = (creation: Creation, originals: PickedFile[] = [], userId = ISLA.id) => ({
    make: () => createAddition(creation, originals, userId, now),
  });
  const withoutFile = (
    table: 'bookings' | 'contact_messages' | 'careers' | 'testimonials',
    at: number,
  ) => ({
    id: idOf(table, at),
    path: null,
  });
  const inserting = (result: Awaited<ReturnType<AdminBackend['insertRow']>>): Attempt => ({
    admin: { insertRow: answer(result) },
  });
  let steps = 0;
  const resume = { id: idOf('job_applications', 0), path: `${idOf('job_applications', 0)}.pdf` };
  await addAll([
    {
      about: 'deletion of two messages, due',
      ...remove(
        'contact_messages',
        [0, 1].map((at) => withoutFile('contact_messages', at)),
      ),
    },
    {
      ...{ about: 'deletion of an application with its file, tried' },
      ...remove('job_applications', [resume]),
      attempts: [{ admin: { removeFiles: answer(OFFLINE) } }],
    },
    {
      ...{ about: 'deletion of 1001 bookings, stored apart, 1000 of them deleted' },
      ...remove(
        'bookings',
        Array.from({ length: 1001 }, (_, at) =>
          withoutFile('bookings', at === 1000 ? 17 : 1000 + at),
        ),
      ),
      attempts: [
        {
          admin: {
            deleteRows: async () => (steps++ === 0 ? { outcome: 'accepted' } : OFFLINE),
          },
        },
      ],
    },
    { about: 'job posting, due', ...create(posting('Due Posting')) },
    {
      ...{ about: 'job posting, may have arrived', ...create(posting('Lost Posting')) },
      attempts: [inserting(OFFLINE)],
    },
    {
      ...{ about: 'job posting, refused', ...create(posting('Refused Posting')) },
      attempts: [inserting(refused('invalid'))],
    },
    { about: 'person of the team, due', ...create(person('Due Person')) },
    {
      ...{ about: 'person of the team, may have arrived', ...create(person('Lost Person')) },
      attempts: [inserting(OFFLINE)],
    },
    { about: 'testimonial without a picture, due', ...create(testimonial('Due Testimonial')) },
    {
      about: 'testimonial with a picture to prepare',
      ...create(testimonial('Picture Testimonial'), [photo('face.jpeg')]),
    },
    {
      ...{ about: 'testimonial, its picture is prepared' },
      ...create(testimonial('Prepared'), [photo('smile.jpeg')]),
      attempts: [{ admin: { uploadPicture: answer(OFFLINE) } }],
    },
    {
      about: 'gallery picture to prepare',
      ...create(picture('Due picture'), [photo('kitchen.jpeg')]),
    },
    {
      about: 'gallery picture of two originals to join',
      ...create(picture('Pair', true), [photo('before.jpeg'), photo('afterwards.jpeg')]),
    },
    {
      ...{ about: 'gallery picture, its file is sent' },
      ...create(picture('Sent file'), [photo('hall.jpeg')]),
      attempts: [inserting(OFFLINE)],
    },
    {
      ...{ about: 'gallery picture, its tab was killed during the upload' },
      ...create(picture('Cut'), [photo('stairs.jpeg')]),
      attempts: [{ admin: { uploadPicture: killed }, killedAt: 'file' }],
    },
    {
      ...{ about: 'gallery picture that is none' },
      ...create(picture('No picture'), [photo('none.jpeg')]),
      attempts: [
        {
          ports: {
            preparePicture: async () => ({ ok: false, message: 'This file is not a picture.' }),
          },
        },
      ],
    },
    { about: 'booking taken by phone, due', ...create(phoned('Due Caller')) },
    {
      ...{ about: 'booking taken by phone, refused', ...create(phoned('Refused Caller')) },
      attempts: [inserting(refused('invalid'))],
    },
    {
      ...{ about: 'job posting of another administrator, waits for a sign-in' },
      ...create(posting('Of Rona'), [], RONA.id),
      attempts: [inserting(SIGNED_OUT)],
    },
    {
      ...{ about: 'receipt of a deletion', attempts: [{}], table: 'receipts' },
      ...remove('careers', [withoutFile('careers', 1)]),
    },
    {
      ...{ about: 'receipt of a refused deletion', table: 'receipts' },
      ...remove('testimonials', [withoutFile('testimonials', 0)]),
      attempts: [{ admin: { deleteRows: answer(refused('forbidden')) } }],
    },
    {
      ...{ about: 'receipt of an addition', attempts: [{}], table: 'receipts' },
      ...create(posting('Added Posting')),
    },
  ]);

  /** Discards an addition that may have arrived; a withdrawal takes its place. */
  async function discard(text: string, title: string, table?: 'receipts') {
    const id = await add({ about: '', ...create(posting(title)), attempts: [inserting(OFFLINE)] });
    items.pop();
    tick();
    const before = new Set((await db.entries.toArray()).map((entry) => entry.id));
    await pageOf({ db, ...outboxOf(ISLA.id) }, { locks: BUSY_LOCKS }).undo(id, true);
    const withdrawal = (await db.entries.toArray()).find((entry) => !before.has(entry.id));
    if (!withdrawal) throw new Error('No withdrawal');
    const { kind, userId } = withdrawal;
    items.push({
      id: withdrawal.id,
      about: text,
      table: table ?? 'entries',
      userId,
      kind,
      shown: null,
    });
    return withdrawal.id;
  }
  await discard('withdrawal of a discarded posting that may have arrived', 'Discarded Posting');
  await attempt(await discard('receipt of a withdrawal', 'Withdrawn Posting', 'receipts'));

  const give = (
    text: string,
    at: number,
    values: Partial<OfficeAnswerValues> & Pick<OfficeAnswerValues, 'kind'>,
    rest: Pick<Case, 'attempts' | 'table'> = {},
  ): Case => ({
    about: `office’s answer: ${text}`,
    make: () => ({
      entry: createOfficeAnswer(
        rows[at] ?? { id: '', rev: 0 },
        { ...NONE, ...values },
        ISLA.id,
        now,
      ),
      file: null,
    }),
    ...rest,
  });
  const answering = (result: Awaited<ReturnType<AdminBackend['answerBooking']>>): Attempt => ({
    admin: { answerBooking: answer(result) },
  });
  const cancelled = { status: 'cancelled', ...VISIT, rev: 163 } as const;
  const standing = { state: { ...cancelled, rev: 164 }, standing: { message: 'We are full.' } };
  await addAll([
    give('confirmation, due', 0, { kind: 'confirmed', ...VISIT, ...PRICE }),
    give(
      'offer of another day with a text, no connection',
      1,
      { kind: 'offered', ...OTHER, ...PRICE, message: 'Would Thursday suit you?' },
      { attempts: [answering(OFFLINE)] },
    ),
    give(
      'confirmation, refused as changed',
      2,
      { kind: 'confirmed', ...VISIT },
      {
        attempts: [answering({ ...refused('changed'), state: null })],
      },
    ),
    give(
      'declined, its tab was killed',
      3,
      { kind: 'declined' },
      {
        attempts: [{ admin: { answerBooking: killed }, killedAt: 'row' }],
      },
    ),
    give(
      'receipt, declined',
      4,
      { kind: 'declined' },
      {
        attempts: [answering({ outcome: 'accepted', state: cancelled })],
        table: 'receipts',
      },
    ),
    give('cancelled, due', 5, { kind: 'cancelled', message: 'Our van broke down.' }),
    give('completed, due', 6, { kind: 'completed' }),
    give('reopened, due', 7, { kind: 'reopened' }),
    give('repeated, due', 8, { kind: 'repeated', ...VISIT, ...PRICE, every: 2 }),
    give('stopped, due', 9, { kind: 'stopped', day: '2027-01-12' }),
    give('kept, due', 10, { kind: 'kept' }),
    give('instructed, due', 11, { kind: 'instructed', message: 'The key is at number 6.' }),
    give('assigned, due', 12, { kind: 'assigned', crew: [PERSON], for_series: false }),
    give('entrusted, due', 13, { kind: 'entrusted', message: 'Code 4711' }),
    give(
      'receipt, its text is not sent',
      14,
      { kind: 'declined', message: 'No cleaner.' },
      {
        attempts: [answering({ outcome: 'accepted', ...standing })],
        table: 'receipts',
      },
    ),
  ]);

  // A crew's reports.

  const report = (text: string, changes: Partial<NewReport>, rest: Partial<Case> = {}): Case => ({
    about: `report: ${text}`,
    make: () =>
      createCrewReport(
        { about: job, report: 'done', text: '', photos: [], madeAt: now, ...changes },
        now,
      ),
    ...rest,
  });
  const photos = [jpeg, other];
  let uploads = 0;
  await addAll([
    report('due, with two photographs', { photos }),
    report(
      'no connection',
      { report: 'locked-out', text: 'Nobody opens' },
      {
        attempts: [{ crew: { report: answer(OFFLINE) } }],
      },
    ),
    report(
      'its page was killed while it prepared photographs',
      { report: 'noted', text: 'A leak', photos },
      {
        attempts: [{ ports: { preparePhoto: killed }, killedAt: 'prepare' }],
      },
    ),
    report(
      'stored, one photograph is sent',
      { photos },
      {
        attempts: [
          {
            crew: {
              uploadPhoto: async () => (uploads++ === 0 ? { outcome: 'accepted' } : OFFLINE),
            },
          },
        ],
      },
    ),
    report(
      'stored for a job that was given away, the office is not notified',
      { text: 'Done' },
      {
        attempts: [
          {
            crew: {
              report: async () => ({ outcome: 'accepted', late: 'given-away' }),
              notifyOffice: answer(OFFLINE),
            },
          },
        ],
      },
    ),
    report(
      'refused',
      { text: 'Refused report' },
      {
        attempts: [{ crew: { report: answer(refused('refused')) } }],
      },
    ),
    report(
      'receipt, one photograph is lost',
      { photos, text: 'Sent report' },
      {
        attempts: [
          { ports: { preparePhoto: async (original) => (original === jpeg ? null : original) } },
        ],
        table: 'receipts',
      },
    ),
    report(
      'receipt, the job is gone',
      { text: 'Gone report' },
      {
        attempts: [{ crew: { report: async () => ({ outcome: 'gone' }) } }],
        table: 'receipts',
      },
    ),
  ]);

  // Facts and forms, by the functions of the screens.

  const { noticeLoss } = await import('../../../src/runtime/install-id.ts');
  const { saveDetails } = await import('../../../src/runtime/details.ts');
  const forms = await import('../../../src/runtime/stored-forms.ts');
  const { saveFact } = await import('../../../src/portal/sync/save-fact.ts');
  await noticeLoss();
  await saveDetails({ name: BOOKING.name, email: BOOKING.email, phone: BOOKING.phone });
  await requestNotification(db, tried);
  await takePush(
    db,
    { title: 'Cart', body: 'A text', tag: `booking-${sent}`, sequence: 2, path: '/requests' },
    now,
  );
  const edited = await add({
    ...{ about: 'booking, being edited in its form', ...of(booking('Being Edited')) },
    attempts: [atRow(OFFLINE)],
  });
  tick();
  await beginEdit(db, edited, now);
  const form = (key: string, userId: string | null, values: object, changes: object = {}) =>
    forms.saveForm({ key, userId, id: mintId(), values, savedAt: now, ...changes });
  await form('job_application', null, { name: 'Draft Applicant', phone: BOOKING.phone });
  await forms.saveFormFile('job_application', new File(['%PDF-1.4 draft'], 'draft.pdf'));
  const half = { ...MESSAGE, name: 'Draft Sender', message: 'Half a sen' };
  await form('contact', null, half, { isTried: true });
  const clea = { title: 'Window clea', type: 'Part-time', location: '', description: '' };
  expect(await form(`${ISLA.id} careers`, ISLA.id, clea)).toBe(true);
  const each = <T>(value: T) => Object.fromEntries(COUNTED_LISTS.map((entity) => [entity, value]));
  const fact = { userId: ISLA.id };
  await saveFact({ ...fact, key: 'counts', value: { counts: each(2), at: now } });
  const visited = each('2026-11-20T12:00:00.000001+00:00');
  await saveFact({ ...fact, key: 'last-visit', value: visited });
  await saveFact({ ...fact, key: 'push-offer', value: 'answered' });
  const downloaded = { day: '2026-11-28', ids: [idOf('job_applications', 1)] };
  await saveFact({ ...fact, key: 'resumes', value: downloaded });

  // What this release shows, and sends an hour later.

  tick();
  const shown = await shownOnDevice(db, replica, ISLA.id, now);
  for (const item of items) item.shown = shown.get(item.id) ?? null;
  const databases = [await dumpDatabase('cleaning'), await dumpDatabase(record.name)];
  const fixture = { commit: 'v1.0.0', now, databases, items };

  now += HOUR;
  const [last, lastAdmin, lastCrew] = [
    createFakeBackend(),
    createFakeAdminBackend(),
    createCrewServer(),
  ];
  for (const { id, rev } of rows)
    lastAdmin.bookings.set(`bookings/${id}`, { status: 'pending', ...VISIT, rev });
  const outbox = outboxOf(ISLA.id);
  const answerBooking: VisitorPorts['backend']['answerBooking'] = (given, timeoutMs) => {
    last.replies.push({ outcome: 'accepted', state: decided(given.bookingId) });
    return last.backend.answerBooking(given, timeoutMs);
  };
  const ports = portsOf({ ...last.backend, answerBooking }, lastAdmin.backend, lastCrew.crew);
  await flush({ ...outbox, ports }, { eager: true });
  const left = (await db.entries.toArray()).map(({ id, state: { name } }) => ({ id, state: name }));
  writeFixture(import.meta.dirname, {
    ...fixture,
    flushed: { visitor: last.calls, admin: lastAdmin.calls, crew: lastCrew.calls, left },
  });
});

/** A server of the crew that accepts everything. */
function createCrewServer() {
  const calls: string[] = [];
  const crew: CrewPorts['crew'] = {
    register: answer(OFFLINE),
    readDays: answer(OFFLINE),
    notify: answer(OFFLINE),
    async report(_, { kind }) {
      calls.push(`row ${kind}`);
      return { outcome: 'accepted', late: null };
    },
    async uploadPhoto({ path }) {
      calls.push(`photo ${path.split('/')[1]}`);
      return { outcome: 'accepted' };
    },
    async notifyOffice() {
      calls.push('office');
      return { outcome: 'accepted' };
    },
  };
  return { crew, calls };
}

type Shown = NonNullable<StoredItem['shown']>;

/**
 * The view of each entry and receipt on the screen that shows it, by id: a visitor's, the user's and
 * the crew's. An answer of the office is shown with the booking's row as the lists show it.
 */
async function shownOnDevice(
  db: Database,
  replica: ReplicaDatabase,
  userId: string,
  now: number,
): Promise<Map<string, Shown>> {
  const view = { now, isFlushing: false };
  const readView = async () => view;
  const shown = new Map<string, Shown>();
  const show = (screen: string, views: readonly { id: string }[]) => {
    for (const { id, ...rest } of views) shown.set(id, { screen, view: { ...rest } });
  };

  const { submissions, answers } = await listMyRequests(db, createQueue(db), readView);
  show('My requests', submissions);
  show(
    'My requests: answers',
    answers.map((answer) => ({ id: answer.unsent.id, ...answer })),
  );

  show('decisions', await listDecided(db));
  const queue = createQueue(db, () => userId);
  const own = await queue.list();
  const causeOf = causeAmong(own, now);
  for (const entity of ENTITY_NAMES) {
    show(`${entity}: deletions`, waitingDeletions(own, entity, causeOf));
    show(`${entity}: additions`, waitingAdditions(own, entity, view, causeOf));
  }
  const pending = await readPending(db, userId, now);
  const stored = replica.keptRows.where('[table+id]').between(['bookings'], ['bookings', []]);
  const bookings = (await stored.toArray()).map(parseRow) as ReplicaRow<'bookings'>[];
  const rows = visibleRows(bookings, 'bookings', pending);
  for (const ofGroup of Object.values(pending.answers))
    show(
      'bookings: answers',
      [...ofGroup.values()].map(({ entry, ...rest }) => ({
        id: entry.id,
        row: rows.find(({ id }) => id === entry.bookingId),
        ...rest,
      })),
    );

  show('crew', (await readCrewPage(db, createQueue(db), now, readView)).reports);
  return shown;
}
