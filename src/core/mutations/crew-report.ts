import { cleanParagraphs } from '../domain/clean-text.ts';
import {
  type CrewReport,
  MOST_PHOTOS,
  PHOTO_BOUNDS,
  REPORT_TEXT,
  type LateReport,
} from '../domain/crew-sheet.ts';
import { checkPicture } from '../domain/picture-check.ts';
import type { WaitReason } from '../domain/reasons.ts';
import { requestTimeout, type Place } from '../outbox/backoff.ts';
import { isSameBytes, mayHaveRecord, newEntry, triesOf, type Fresh } from '../outbox/entry.ts';
import {
  noPrecheck,
  nothingLocal,
  type Attempt,
  type Mutation,
  type Mutations,
  type StepResult,
} from '../outbox/mutation.ts';
import { readPayload } from '../outbox/queue.ts';
import type { CrewBackend } from '../server/crew-backend.ts';
import { draftKeyOf } from '../store/crew-store.ts';
import { withReopen, type Database } from '../store/database.ts';
import {
  CREW_REPORT,
  type CrewReceipt,
  type FileBytes,
  type OutboxEntry,
  type ReportedJob,
} from '../store/device-schema.ts';

/** A report of a job that waits; its id is the event's. A number is the step of that photograph. */
export interface CrewReportEntry extends OutboxEntry<'row' | 'prepare' | number | 'email'> {
  kind: typeof CREW_REPORT;
  userId: null;
  /** The visit, without its customer. */
  about: ReportedJob;
  report: CrewReport;
  text: string | null;
  /** When the person made it, in ms since 1970. */
  madeAt: number;
  /** The number of photographs, which are in its file's row. */
  photos: number;
  /** Photographs that could not be sent. */
  lostPhotos: number;
  late?: LateReport;
}

export interface CrewPorts {
  crew: CrewBackend;
  place: Place;
  /** The secret of this phone; null once its registration has ended. */
  readSecret: () => Promise<string | null>;
  /** Called when the server does not know the secret: the phone forgets everything of the crew's. */
  onEnded: (secret: string) => Promise<unknown>;
  /** Null for a file that is of no use. */
  preparePhoto: (original: ArrayBuffer, isRedrawn: boolean) => Promise<ArrayBuffer | null>;
}

export interface NewReport {
  about: ReportedJob;
  report: CrewReport;
  text: string;
  photos: readonly ArrayBuffer[];
  madeAt: number;
}

/** The fault of a report's text; null without one. */
export function reportFault(report: CrewReport, typed: string): 'missing' | 'too-long' | null {
  const text = cleanParagraphs(typed);
  if (text === '') return report === 'noted' ? 'missing' : null;
  const isLong = [...text].length > REPORT_TEXT.max || text.split('\n').length > REPORT_TEXT.lines;
  return isLong ? 'too-long' : null;
}

/** A new report with its photographs as they were chosen. Mints its id. */
export function createCrewReport(
  { about, report, text, photos, madeAt }: NewReport,
  now: number,
): Fresh<CrewReportEntry> {
  const { job, day, time_slot, readAt, endsAt } = about;
  const [bytes, ...others] = photos.slice(0, MOST_PHOTOS);
  return {
    entry: {
      ...newEntry(CREW_REPORT, null, now),
      about: { job, day, time_slot, readAt, endsAt },
      report,
      text: cleanParagraphs(text) || null,
      madeAt,
      photos: bytes ? 1 + others.length : 0,
      lostPhotos: 0,
      step: 'row',
      file: null,
    },
    file: bytes ? { bytes, others } : null,
  };
}

/**
 * Stores a report and its photographs durably, in place of its draft. Storing it again changes nothing.
 * Rejects on a phone without a registration, because its end has deleted every report.
 */
export const storeReport = (db: Database, { entry, file }: Fresh<CrewReportEntry>): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.entries, db.files, db.crew, async () => {
      const { id, about } = entry;
      const [device, stored] = await Promise.all([db.crew.get('device'), db.entries.get(id)]);
      if (!device) throw new Error('The registration of this phone has ended');
      if (stored) return;
      await Promise.all([
        db.entries.add(entry),
        file && db.files.put({ id, ...file }),
        db.crew.delete(draftKeyOf(about.job)),
      ]);
    }),
  );

/** True for the same report of the same job, with the same photographs. */
export function isSameReport(one: Fresh<CrewReportEntry>, other: Fresh<CrewReportEntry>): boolean {
  const photosOf = ({ file }: Fresh) => (file ? photosIn(file) : []);
  const [photos, others] = [photosOf(one), photosOf(other)];
  return (
    one.entry.about.job === other.entry.about.job &&
    one.entry.report === other.entry.report &&
    one.entry.text === other.entry.text &&
    photos.length === others.length &&
    photos.every((photo, at) => isSameBytes(photo, others[at] ?? new ArrayBuffer(0)))
  );
}

export const isCrewReport = (entry: OutboxEntry): entry is CrewReportEntry =>
  entry.kind === CREW_REPORT;

const photosIn = ({ bytes, others = [] }: FileBytes): readonly ArrayBuffer[] => [bytes, ...others];

/**
 * A report from the door: first the report itself and the notification of the office, then its
 * photographs one by one, which may take minutes. It sends no token, so the worker may.
 */
const crewReport: Mutation<CrewReportEntry, CrewPorts> = {
  steps: ({ photos }) => [
    'row',
    'email',
    ...(photos > 0 ? (['prepare'] as const) : []),
    ...Array.from({ length: photos }, (_, at) => at + 1),
  ],
  recordStep: 'row',
  localStep: 'prepare',
  precheck: noPrecheck,

  perform(entry, attempt, ports) {
    switch (entry.step) {
      case 'row':
        return sendRow(entry, ports);
      case 'prepare':
        return preparePhotos(entry, attempt, ports);
      case 'email':
        return notifyOffice(entry, ports);
      default:
        return uploadPhoto(entry, entry.step, attempt, ports);
    }
  },

  rateLimit: ({ step }) => (step === 'row' ? 'report' : null),
  afterRefusal: (_, { reason }) => (reason === 'gone' ? 'end' : 'ask'),
  applyLocally: nothingLocal,
  receipt: ({ about, report, text, madeAt, photos, lostPhotos, late = null }) =>
    ({
      about,
      report,
      text,
      madeAt,
      photos: photos - lostPhotos,
      lostPhotos,
      late,
    }) satisfies Partial<CrewReceipt>,
  isReceiptNeeded: () => false,
  undo: (entry) =>
    entry.isStored
      ? { isPossible: false }
      : { isPossible: true, maybeTooLate: mayHaveRecord(entry), replacement: null },
};

/** Everything that a crew's phone sends, from its page and from the worker. */
export const CREW_MUTATIONS: Mutations<Mutation<OutboxEntry, CrewPorts>> = {
  [CREW_REPORT]: crewReport as Mutation<OutboxEntry, CrewPorts>,
};

const GONE = { outcome: 'rejected', reason: 'gone', message: 'gone' } as const;

async function sendRow(
  { id, about, report, text, photos, madeAt }: CrewReportEntry,
  { crew, place, readSecret, onEnded }: CrewPorts,
): Promise<StepResult<CrewReportEntry>> {
  const secret = await readSecret();
  if (secret === null) return GONE;
  const result = await crew.report(
    secret,
    {
      eventId: id,
      job: about.job,
      kind: report,
      message: text,
      photos,
      madeAt: new Date(madeAt).toISOString(),
    },
    requestTimeout(null, place),
  );
  switch (result.outcome) {
    case 'accepted':
      return { outcome: 'accepted', changes: result.late ? { late: result.late } : {} };
    case 'ended':
      await onEnded(secret);
      return GONE;
    case 'gone':
      return GONE;
    default:
      return result;
  }
}

/** A page or worker that was killed this often has too little memory to redraw a photograph. */
const PREPARE_TRIES = 3;
/** In place of a photograph that is of no use: its original may name a place. */
const NONE = new ArrayBuffer(0);

async function preparePhotos(
  entry: CrewReportEntry,
  { readFile, lastRetry }: Attempt,
  ports: CrewPorts,
): Promise<StepResult<CrewReportEntry>> {
  const file = await readPayload(entry, lastRetry, readFile);
  if (!file) return { outcome: 'accepted' };
  const prepared: ArrayBuffer[] = [];
  // One at a time: a large photo takes hundreds of megabytes.
  for (const photo of photosIn(file))
    prepared.push((await ports.preparePhoto(photo, triesOf(entry) < PREPARE_TRIES)) ?? NONE);
  const [bytes = NONE, ...others] = prepared;
  return { outcome: 'accepted', file: { bytes, others } };
}

/** A photograph that is lost, or refused for good, holds up nothing: the report counts it. */
async function uploadPhoto(
  entry: CrewReportEntry,
  place: number,
  { readFile, lastRetry }: Attempt,
  ports: CrewPorts,
): Promise<StepResult<CrewReportEntry>> {
  const lost = { outcome: 'accepted', changes: { lostPhotos: entry.lostPhotos + 1 } } as const;
  const file = await readPayload(entry, lastRetry, readFile);
  const bytes = file && photosIn(file)[place - 1];
  const check = bytes && checkPicture(new Uint8Array(bytes), PHOTO_BOUNDS.maxBytes);
  if (!bytes || !check?.ok) return lost;
  const path = `${entry.id}/${place}`;
  const result = await ports.crew.uploadPhoto(
    { path, type: check.type, bytes },
    requestTimeout({ name: '', type: check.type, size: bytes.byteLength, path }, ports.place),
  );
  return result.outcome === 'rejected' ? lost : result;
}

const NOTIFY_TRIES = 3;

/** The server was not reached. */
const UNDECIDED = new Set<WaitReason>(['offline', 'no-answer', 'not-our-server']);

/** The server notifies the office later too, so a failure delays the photographs by a few attempts at most. */
async function notifyOffice(
  entry: CrewReportEntry,
  { crew, place }: CrewPorts,
): Promise<StepResult<CrewReportEntry>> {
  const result = await crew.notifyOffice(entry.id, requestTimeout(null, place));
  const isUndecided =
    result.outcome === 'retry' && UNDECIDED.has(result.reason) && triesOf(entry) + 1 < NOTIFY_TRIES;
  return isUndecided ? result : { outcome: 'accepted' };
}
