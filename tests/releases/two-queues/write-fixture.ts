/**
 * Writes `device.json` with the code of commit 6e7e8ae5, the release with two queues, whose modules
 * this file imports: visitors' entries in `entries`, administrators' in `adminEntries`. README.md
 * says how to run it again.
 */
import { expect, test, vi } from 'vitest';
import { changeKind, type ChangeDeps } from '../../../src/core/changes/change-kind.ts';
import {
  createChangeStore,
  listDecided,
  storeChange,
} from '../../../src/core/changes/change-store.ts';
import { discardCreation } from '../../../src/core/changes/manage-changes.ts';
import { pendingDeletions, waitingCreations } from '../../../src/core/changes/pending.ts';
import {
  createDeletion,
  joined,
  prepareCreation,
} from '../../../src/core/changes/prepare-change.ts';
import type { Creation } from '../../../src/core/domain/creation.ts';
import { ENTITY_NAMES, type Entity } from '../../../src/core/domain/entities.ts';
import type { Submission } from '../../../src/core/domain/submission.ts';
import { deliver } from '../../../src/core/outbox/deliver.ts';
import type { NewFile, PickedFile } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/run.ts';
import type { AdminBackend, ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import type { Backend } from '../../../src/core/server/backend.ts';
import type { ChangeEntry, DeletedRow } from '../../../src/core/store/admin-rows.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import type { SubmissionEntry } from '../../../src/core/store/rows.ts';
import { beginEdit, confirmDatePassed } from '../../../src/core/submissions/manage-requests.ts';
import {
  prepareEntry,
  storeEdit,
  storeEntry,
} from '../../../src/core/submissions/new-submission.ts';
import { requestNotification } from '../../../src/core/submissions/notifications.ts';
import { listRequests } from '../../../src/core/submissions/requests.ts';
import {
  createSubmissionStore,
  submissionKind,
} from '../../../src/core/submissions/submission-kind.ts';
import { pull } from '../../../src/core/sync/pull.ts';
import { APPLICATION, BOOKING, MESSAGE } from '../../support/values.ts';
import { createFakeAdminBackend } from '../../unit/support/fake-admin-backend.ts';
import { createFakeBackend } from '../../unit/support/fake-backend.ts';
import { granted, ISLA, json, openTab, RONA } from '../../unit/support/portal-device.ts';
import { dumpDatabase } from '../dump-database.ts';
import type { Fixture, StoredItem } from '../fixture.ts';
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
  photo,
  RATE_LIMITED,
  refused,
  SERVER,
  SIGNED_OUT,
  until,
  writeFixture,
} from '../parts.ts';

const booking = (name: string, changes: object = {}): Submission => ({
  kind: 'booking',
  values: { ...BOOKING, name, ...changes },
});
const application = (name: string): Submission => ({
  kind: 'job_application',
  values: { ...APPLICATION, name, career_id: CAREER, job_title: 'Cleaner' },
});
const contact = (name: string): Submission => ({ kind: 'contact', values: { ...MESSAGE, name } });
test('write the fixture', { timeout: 60_000 }, async () => {
  countIds();
  let now = Date.parse('2026-11-21T12:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  const tick = (ms = 1000) => vi.setSystemTime((now += ms));
  const device = { now: () => now, random: () => 1 };
  const items: StoredItem[] = [];
  const note = (table: string, id: string, about: string, kind: string, userId: string | null) =>
    items.push({ id, about, table, userId, kind, shown: null });

  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const user = ISLA;
  const tab = await openTab({
    'grant_type=password': () => granted('token-1', user),
    '/auth/v1/user': () =>
      json(200, { id: user.id, email: user.email, user_metadata: { full_name: user.displayName } }),
    '/rpc/has_role': () => json(200, true),
  });
  const { db } = tab;

  // What a visitor has.

  const server = createFakeBackend();
  const store = createSubmissionStore(db);
  const kindWith = (changes: Partial<Backend> = {}) =>
    submissionKind(store, { backend: { ...server.backend, ...changes }, place: 'page' });

  async function submit(about: string, submission: Submission, file: NewFile | null = null) {
    tick();
    const entry = prepareEntry(submission, file, now);
    if (!entry) throw new Error(`Not valid: ${about}`);
    await storeEntry(db, entry, file?.bytes ?? null, false);
    note('entries', entry.id, about, submission.kind, null);
    return entry.id;
  }
  async function attempt(id: string, changes: Partial<Backend> = {}) {
    tick();
    const entry = await db.entries.get(id);
    if (!entry) throw new Error(`No entry ${id}`);
    await deliver(entry, kindWith(changes), device);
  }
  async function begin(
    id: string,
    changes: Partial<Backend>,
    isReached: (e: SubmissionEntry) => boolean,
  ) {
    void attempt(id, changes);
    await until(async () => {
      const entry = await db.entries.get(id);
      return entry && isReached(entry);
    });
  }
  const endsAs = (id: string, table: string) => {
    const item = items.find((one) => one.id === id);
    if (item) item.table = table;
  };

  await submit('booking, due', booking('Due Booking'));

  const tried = await submit('booking, three tries without a connection', booking('Tried Booking'));
  for (let i = 0; i < 3; i++) await attempt(tried, { insertRecord: answer(OFFLINE) });

  const portal = await submit(
    'booking, a sign-in page of a network answered',
    booking('Hotel Guest'),
  );
  await attempt(portal, { insertRecord: answer(NOT_OUR_SERVER) });

  const failing = await submit('contact message, the server fails', contact('Server Failure'));
  await attempt(failing, { insertRecord: answer({ ...SERVER, retryAfterMs: 5 * MINUTE }) });

  const limited = await submit('contact message, rate-limited', contact('Rate Limit'));
  await attempt(limited, { insertRecord: answer(RATE_LIMITED) });

  await submit('contact message, due behind a rate limit', contact('Due Message'));

  const sending = await submit(
    'booking, its tab was killed during the request',
    booking('Killed Tab'),
  );
  await begin(sending, { insertRecord: killed }, ({ state }) => state.name === 'sending');

  const invalid = await submit('booking, refused as invalid', booking('Refused Booking'));
  await attempt(invalid, { insertRecord: answer(refused('invalid')) });

  vi.setSystemTime((now -= 3 * DAY));
  const passed = await submit(
    'booking, its day passed while it waited',
    booking('Passed Day', { preferred_date: '2026-11-20' }),
  );
  const confirmed = await submit(
    'booking, to be sent although its day passed',
    booking('Confirmed Day', { preferred_date: '2026-11-20' }),
  );
  vi.setSystemTime((now += 3 * DAY));
  await attempt(passed);
  await attempt(confirmed);
  await confirmDatePassed(db, confirmed);

  await submit('application, due before its file', application('Due File'), pdf('due'));

  const uploading = await submit(
    'application, its tab was killed during the upload',
    application('Killed Upload'),
    pdf('killed'),
  );
  await begin(uploading, { uploadResume: killed }, ({ state }) => state.name === 'sending');

  const uploaded = await submit(
    'application, its file is sent and its row is not',
    application('Sent File'),
    pdf('sent'),
  );
  await attempt(uploaded, { insertRecord: answer(OFFLINE) });

  const unread = await submit(
    'application, the device could not read its file',
    application('Unread File'),
    pdf('unread'),
  );
  tick();
  await deliver(
    (await db.entries.get(unread)) as SubmissionEntry,
    submissionKind(
      { ...store, queue: { ...store.queue, readFile: () => Promise.reject(new Error('disk')) } },
      { backend: server.backend, place: 'page' },
    ),
    device,
  );

  const gone = await submit(
    'application, its position is gone',
    application('Gone Position'),
    pdf('gone'),
  );
  await attempt(gone, { insertRecord: answer(refused('position-gone')) });

  const atEmail = await submit('booking, stored, its email is not sent', booking('Pending Email'));
  await attempt(atEmail, { sendAlert: answer(OFFLINE) });

  const fileAtEmail = await submit(
    'application, stored, its email is leased by another caller',
    application('Leased Email'),
    pdf('leased'),
  );
  await attempt(fileAtEmail, {
    sendAlert: answer({ outcome: 'retry', reason: 'in-progress', retryAfterMs: 2 * MINUTE }),
  });

  /** A booking whose first attempt has no known outcome, changed by its sender. */
  async function submitEdited(about: string, name: string, wasLost: boolean) {
    const id = await submit(about, booking(name));
    if (wasLost) server.scripts.row.push('lost');
    await attempt(id, wasLost ? {} : { insertRecord: answer(OFFLINE) });
    tick();
    const fresh = prepareEntry(booking(name, { notes: 'The key is next door.' }), null, now);
    if (fresh) await storeEdit(db, id, fresh, null, now);
    return id;
  }
  await submitEdited('booking, changed after it may have arrived', 'Edited Booking', false);
  const stays = await submitEdited(
    'booking, had arrived before the change, its email is not sent',
    'Arrived Booking',
    true,
  );
  await attempt(stays, { sendAlert: answer(OFFLINE) });

  // Receipts.
  const sent = await submit('receipt of a booking', booking('Sent Booking'));
  await attempt(sent);
  const unalerted = await submit('receipt of a booking, alert not sent', booking('Sent Unalerted'));
  await attempt(unalerted, { sendAlert: answer(SERVER) });
  const hadArrived = await submitEdited(
    'receipt of a booking that had arrived before the change',
    'Sent Before',
    true,
  );
  await attempt(hadArrived);
  const sentFile = await submit(
    'receipt of an application',
    application('Sent Application'),
    pdf('ok'),
  );
  await attempt(sentFile);
  const sentMessage = await submit('receipt of a message', contact('Sent Message'));
  await attempt(sentMessage);
  for (const id of [sent, unalerted, hadArrived, sentFile, sentMessage]) endsAs(id, 'receipts');

  // Facts and drafts, by the functions of the forms.
  const { noticeLoss } = await import('../../../src/runtime/install-id.ts');
  const { keepDetails } = await import('../../../src/runtime/details.ts');
  const drafts = await import('../../../src/runtime/drafts.ts');
  await noticeLoss();
  await keepDetails({ name: BOOKING.name, email: BOOKING.email, phone: BOOKING.phone });
  await requestNotification(db, tried);

  const edited = await submit('booking, being edited in its form', booking('Being Edited'));
  await attempt(edited, { insertRecord: answer(OFFLINE) });
  tick();
  await beginEdit(db, edited, now);
  tick();
  await drafts.saveDraft({
    ...{ form: 'job_application', id: '7d1ff1de-7b9e-4d0e-8a50-7e1a5d0f2c02', savedAt: now },
    values: { name: 'Draft Applicant', phone: BOOKING.phone },
  });
  await drafts.saveDraftFile('job_application', new File(['%PDF-1.4 draft'], 'draft.pdf'));
  await drafts.saveDraft({
    ...{ form: 'contact', id: '7d1ff1de-7b9e-4d0e-8a50-7e1a5d0f2c01', savedAt: now },
    values: { ...MESSAGE, name: 'Draft Sender', message: 'Half a sen' },
  });

  // What an administrator has.

  expect(await tab.signIn(ISLA.email, 'secret', () => undefined)).toEqual({ outcome: 'signed-in' });
  const [record] = await db.replicas.toArray();
  if (!record) throw new Error('No replica is named');
  const replica = new ReplicaDatabase(record.name);
  await fillReplica(replica, () => now);

  const { keepFact } = await import('../../../src/portal/sync/keep-fact.ts');
  const portalDrafts = await import('../../../src/portal/sync/drafts.ts');
  const each = <T>(value: T) => Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, value]));
  await keepFact({ userId: ISLA.id, key: 'counts', value: { counts: each(2), at: now } });
  await keepFact({
    userId: ISLA.id,
    key: 'last-visit',
    value: each('2026-11-20T12:00:00.000001+00:00'),
  });
  const values = { title: 'Window clea', type: 'Part-time', location: '', description: '' };
  await expect
    .poll(() => portalDrafts.saveDraft('careers', { values, savedBy: 'form-1' }))
    .toBe(true);

  const admin = createFakeAdminBackend();
  const deps: Omit<ChangeDeps, 'backend'> = {
    preparePicture: async ([picked]) =>
      picked
        ? { ok: true, file: { ...picked, extension: 'jpg' } }
        : { ok: false, message: 'no picture' },
  };
  const replicaOf = (userId: string) => (userId === ISLA.id ? replica : null);
  const changes = (userId: string) => createChangeStore(db, userId, replicaOf(userId));
  const changeKindWith = (userId: string, changed: Partial<AdminBackend> = {}) =>
    changeKind(changes(userId), { ...deps, backend: { ...admin.backend, ...changed } });

  async function change(
    about: string,
    entry: ChangeEntry | null,
    bytes: ArrayBuffer | null = null,
  ) {
    if (!entry) throw new Error(`Not valid: ${about}`);
    await storeChange(db, replicaOf(entry.userId), entry, bytes);
    note('adminEntries', entry.id, about, entry.kind, entry.userId);
    return entry.id;
  }
  const remove = (about: string, entity: Entity, rows: DeletedRow[], userId = ISLA.id) => {
    tick();
    return change(about, createDeletion(entity, rows, userId, now));
  };
  const create = (
    about: string,
    creation: Creation,
    originals: PickedFile[] = [],
    userId = ISLA.id,
  ) => {
    tick();
    return change(about, prepareCreation(creation, originals, userId, now), joined(originals));
  };
  async function work(id: string, changed: Partial<AdminBackend> = {}) {
    tick();
    const entry = await db.adminEntries.get(id);
    if (!entry) throw new Error(`No change ${id}`);
    await deliver(entry, changeKindWith(entry.userId, changed), device);
  }
  async function beginWork(id: string, changed: Partial<AdminBackend>, step: string) {
    void work(id, changed);
    await until(async () => {
      const entry = await db.adminEntries.get(id);
      return entry?.state.name === 'sending' && entry.step === step;
    });
  }

  await remove('deletion of two messages, due', 'contact_messages', [
    { id: idOf('contact_messages', 0), path: null },
    { id: idOf('contact_messages', 1), path: null },
  ]);
  const slow = await remove('deletion of an application with its file, tried', 'job_applications', [
    { id: idOf('job_applications', 0), path: `${idOf('job_applications', 0)}.pdf` },
  ]);
  await work(slow, { removeFiles: answer(OFFLINE) });
  const many = await remove(
    'deletion of 1001 bookings, packed, 1000 of them deleted',
    'bookings',
    Array.from({ length: 1001 }, (_, at) => ({ id: idOf('bookings', at + 1), path: null })),
  );
  let steps = 0;
  await work(many, {
    deleteRows: async () => (steps++ === 0 ? { outcome: 'accepted' } : OFFLINE),
  });

  await create('job posting, due', posting('Due Posting'));
  const lost = await create('job posting, may have arrived', posting('Lost Posting'));
  await work(lost, { insertRow: answer(OFFLINE) });
  const bad = await create('job posting, refused', posting('Refused Posting'));
  await work(bad, { insertRow: answer(refused('invalid')) });
  await create('testimonial without a picture, due', testimonial('Due Testimonial'));
  await create('testimonial with a picture to prepare', testimonial('Picture Testimonial'), [
    photo('face.jpeg'),
  ]);
  const avatar = await create('testimonial, its picture is prepared', testimonial('Prepared'), [
    photo('smile.jpeg'),
  ]);
  await work(avatar, { uploadPicture: answer(OFFLINE) });
  await create('gallery picture to prepare', picture('Due picture'), [photo('kitchen.jpeg')]);
  await create('gallery picture of two originals to join', picture('Pair', 'Before/After'), [
    photo('before.jpeg'),
    photo('afterwards.jpeg'),
  ]);
  const onServer = await create('gallery picture, its file is sent', picture('Sent file'), [
    photo('hall.jpeg'),
  ]);
  await work(onServer, { insertRow: answer(OFFLINE) });
  const cut = await create(
    'gallery picture, its tab was killed during the upload',
    picture('Cut'),
    [photo('stairs.jpeg')],
  );
  await beginWork(cut, { uploadPicture: killed }, 'file');
  const unusable = await create('gallery picture that is none', picture('No picture'), [
    photo('none.jpeg'),
  ]);
  tick();
  await deliver(
    (await db.adminEntries.get(unusable)) as ChangeEntry,
    changeKind(changes(ISLA.id), {
      backend: admin.backend,
      preparePicture: async () => ({ ok: false, message: 'This file is not a picture.' }),
    }),
    device,
  );
  const thrownAway = await create('discarded creation', posting('Discarded Posting'));
  await work(thrownAway, { insertRow: answer(OFFLINE) });
  tick();
  const before = new Set((await db.adminEntries.toArray()).map(({ id }) => id));
  await discardCreation(db, thrownAway, now);
  items.splice(
    items.findIndex(({ id }) => id === thrownAway),
    1,
  );
  const withdrawal = (await db.adminEntries.toArray()).find(({ id }) => !before.has(id));
  note(
    'adminEntries',
    withdrawal?.id ?? '',
    'withdrawal of a discarded posting that may have arrived',
    'delete',
    ISLA.id,
  );
  const others = await create(
    'job posting of another administrator, waits for a sign-in',
    posting('Of Rona'),
    [],
    RONA.id,
  );
  await work(others, { insertRow: answer(SIGNED_OUT) });

  // Receipts of changes.
  const deleted = await remove('receipt of a deletion', 'careers', [
    { id: idOf('careers', 1), path: null },
  ]);
  await work(deleted);
  const kept = await remove('receipt of a refused deletion', 'testimonials', [
    { id: idOf('testimonials', 0), path: null },
  ]);
  await work(kept, { deleteRows: answer(refused('forbidden')) });
  const added = await create('receipt of a creation', posting('Added Posting'));
  await work(added);
  const ofDiscarded = await create('receipt of a withdrawal', posting('Withdrawn Posting'));
  await work(ofDiscarded, { insertRow: answer(OFFLINE) });
  await discardCreation(db, ofDiscarded, now);
  items.splice(
    items.findIndex(({ id }) => id === ofDiscarded),
    1,
  );
  const second = (await db.adminEntries.toArray()).find(
    (entry) => entry.kind === 'delete' && entry.ofDiscarded && entry.id !== withdrawal?.id,
  );
  note('changeReceipts', second?.id ?? '', 'receipt of a withdrawal', 'delete', ISLA.id);
  await work(second?.id ?? '');
  for (const id of [deleted, kept, added]) endsAs(id, 'changeReceipts');

  // What that release showed of it.

  tick();
  const view = { now, isFlushing: false };
  const shown = new Map<string, StoredItem['shown']>();
  const show = (screen: string, views: readonly { id: string }[]) => {
    for (const { id, ...rest } of views) shown.set(id, { screen, view: { ...rest } });
  };
  show('My requests', await listRequests(db, async () => view));
  for (const userId of [ISLA.id, RONA.id]) {
    const own = await changes(userId).queue.list();
    for (const entity of ENTITY_NAMES) {
      show(`${entity}: deletions`, pendingDeletions(own, entity, view));
      show(`${entity}: creations`, waitingCreations(own, entity, view));
    }
  }
  const receipts = new Set((await db.changeReceipts.toArray()).map(({ id }) => id));
  show(
    'decided changes',
    (await listDecided(db)).filter(({ id }) => receipts.has(id)),
  );
  for (const item of items) item.shown = shown.get(item.id) ?? null;

  const databases = [await dumpDatabase('cleaning'), await dumpDatabase(record.name)];
  const fixture: Omit<Fixture, 'flushed'> = { commit: '6e7e8ae5', now, databases, items };

  // What that release sent an hour later.

  now += 60 * MINUTE;
  const [last, lastAdmin] = [createFakeBackend(), createFakeAdminBackend()];
  await flush(submissionKind(store, { backend: last.backend, place: 'page' }), device, {
    eager: true,
  });
  await flush(changeKind(changes(ISLA.id), { ...deps, backend: lastAdmin.backend }), device, {
    eager: true,
  });
  const left = [...(await db.entries.toArray()), ...(await db.adminEntries.toArray())].map(
    ({ id, state }) => ({ id, state: state.name }),
  );
  const flushed = { visitor: last.calls, admin: lastAdmin.calls, left };
  writeFixture(import.meta.dirname, { ...fixture, flushed });
});

const posting = (title: string): Creation => ({
  entity: 'careers',
  values: {
    title,
    type: 'Full-time',
    location: 'Paisley',
    description: 'Clean offices.',
    requirements: ['A van'],
  },
});
const testimonial = (name: string): Creation => ({
  entity: 'testimonials',
  values: { name, role: null, rating: 5, quote: 'They left every room spotless.' },
});
const picture = (
  alt: string,
  category: 'Residential' | 'Before/After' = 'Residential',
): Creation => ({
  entity: 'gallery_images',
  values: { category, alt },
});

/** Pulls two rows of each table from a server. */
async function fillReplica(replica: ReplicaDatabase, clock: () => number): Promise<void> {
  const head = { epoch: 'first', rev: 62 };
  await pull({
    replica,
    now: clock,
    backend: {
      readChanges: async () => ({ outcome: 'answered', value: { ...head, changes: [] } }),
      readFirstCopy: async ({ part }) => {
        const found = part === 'bookings' ? [] : listRows(part === 'coming' ? 'bookings' : part, 2);
        const rows = found as unknown as ReplicaRow[];
        return { outcome: 'answered', value: { ...head, rows, total: rows.length } };
      },
    },
  });
  expect((await replica.readCursor())?.initialSync).toBeNull();
}
