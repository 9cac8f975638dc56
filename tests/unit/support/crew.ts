import { onTestFinished } from 'vitest';
import { OPTIONAL_FOR_CREW, type OptionalForCrew } from '../../../src/core/domain/crew-sheet.ts';
import type { CrewDays, CrewJob } from '../../../src/core/domain/crew-sheet.ts';
import { sheetOf } from '../../../src/core/domain/crew-sheet.ts';
import {
  createCrewReport,
  storeReport,
  CREW_MUTATIONS,
  type CrewPorts,
  type NewReport,
} from '../../../src/core/mutations/crew-report.ts';
import { flush, type Outbox } from '../../../src/core/outbox/flush.ts';
import { createQueue, type Queue } from '../../../src/core/outbox/queue.ts';
import type { CrewBackend, OutgoingReport } from '../../../src/core/server/crew-backend.ts';
import type { SendResult } from '../../../src/core/server/backend.ts';
import {
  beginRegistration,
  confirmRegistration,
  endRegistration,
  readSecret,
  storeSheet,
} from '../../../src/core/store/crew-store.ts';
import { Database } from '../../../src/core/store/database.ts';
import { ACCEPTED, OFFLINE } from './fake-backend.ts';

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

export const JOB = 'a3c1c1f0-6a3b-4b8e-9d57-0d9d2b6f3c11';

const WITHOUT_OPTIONAL = Object.fromEntries(
  OPTIONAL_FOR_CREW.map((name) => [name, null]),
) as Record<OptionalForCrew, null>;

export const aJob = (changes: Partial<CrewJob> = {}): CrewJob => ({
  job: JOB,
  day: '2026-11-28',
  time_slot: 'morning',
  name: 'Isla Grant',
  phone: '0141 496 0123',
  address: '12 High Street\nPaisley PA1 2AB',
  service_type: 'deep',
  ...WITHOUT_OPTIONAL,
  size: '2-bedrooms',
  instructions: null,
  access: 'Key safe 4711',
  with: ['Ben'],
  ...changes,
});

/** Read at nine in the morning; they end at the end of the next day. */
export const DAYS: CrewDays = {
  name: 'Ann Baker',
  now: '2026-11-28T09:00:00.123456+00:00',
  ends_at: '2026-11-30T00:00:00+00:00',
  jobs: [aJob()],
  later: [
    {
      day: '2026-12-01',
      time_slot: 'evening',
      service_type: 'deep',
      service: null,
      district: 'PA1',
    },
  ],
};

export const NINE = Date.parse('2026-11-28T09:00:00Z');

/** A picture by its first bytes, and nothing else. */
export const aPicture = (mark: number): ArrayBuffer =>
  Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, mark]).buffer;

const markOf = (bytes: ArrayBuffer): number => new Uint8Array(bytes).at(-1) ?? 0;

type Scripted = 'lost' | 'ended' | 'gone' | SendResult;

/** A server of the crew in memory: it stores a report and a photograph once. */
export function createFakeCrew() {
  const reports = new Map<string, OutgoingReport>();
  const photos = new Map<string, number>();
  const calls: string[] = [];
  const scripts = { row: [] as Scripted[], photo: [] as Scripted[], office: [] as SendResult[] };
  const facts = { late: null as 'cancelled' | 'given-away' | null };

  const crew: CrewBackend = {
    register: async () => OFFLINE,
    readDays: async () => OFFLINE,
    notify: async () => OFFLINE,
    async report(_, report) {
      calls.push(`row ${report.kind}`);
      const next = scripts.row.shift() ?? ACCEPTED;
      if (next === 'ended' || next === 'gone') return { outcome: next };
      if (next !== 'lost' && next.outcome !== 'accepted')
        return next.outcome === 'signed-out' ? OFFLINE : next;
      if (!reports.has(report.eventId)) reports.set(report.eventId, report);
      return next === 'lost' ? OFFLINE : { outcome: 'accepted', late: facts.late };
    },
    async uploadPhoto({ path, bytes }) {
      const place = path.split('/')[1];
      calls.push(`photo ${place}`);
      const next = scripts.photo.shift() ?? ACCEPTED;
      if (next !== 'lost' && (typeof next === 'string' || next.outcome !== 'accepted'))
        return typeof next === 'string' ? OFFLINE : next;
      if (!photos.has(path)) photos.set(path, markOf(bytes));
      return next === 'lost' ? OFFLINE : ACCEPTED;
    },
    async notifyOffice() {
      calls.push('office');
      return scripts.office.shift() ?? ACCEPTED;
    },
  };
  return { crew, reports, photos, calls, scripts, facts };
}

/** A registered phone with a sheet, and a clock that the test moves. */
export async function createPhone() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const clock = { now: NINE };
  const server = createFakeCrew();
  const { secret } = await beginRegistration(db);
  await confirmRegistration(db, secret, DAYS.name);
  await storeSheet(db, secret, sheetOf(DAYS, NINE, NINE));
  const prepared: boolean[] = [];
  const ports: CrewPorts = {
    crew: server.crew,
    place: 'worker',
    readSecret: () => readSecret(db),
    onEnded: (ended) => endRegistration(db, ended),
    // As a redrawn picture: of the same type, with another mark.
    async preparePhoto(original, isRedrawn) {
      prepared.push(isRedrawn);
      return markOf(original) === 0 ? null : aPicture(markOf(original) + 100);
    },
  };
  const queue = createQueue(db);
  const outbox: Outbox<CrewPorts> = {
    queue,
    mutations: CREW_MUTATIONS,
    ports,
    device: { now: () => clock.now, random: () => 1 },
  };
  const about = {
    job: JOB,
    day: '2026-11-28',
    time_slot: 'morning',
    readAt: NINE,
    endsAt: NINE + 39 * HOUR,
  };

  return {
    db,
    clock,
    server,
    secret,
    outbox,
    queue,
    prepared,
    async report(changes: Partial<NewReport> = {}) {
      const fresh = createCrewReport(
        { about, report: 'done', text: '', photos: [], madeAt: clock.now, ...changes },
        clock.now,
      );
      await storeReport(db, fresh);
      return fresh.entry;
    },
    flush: (over: Queue = queue) => flush({ ...outbox, queue: over }, { eager: true }),
  };
}
