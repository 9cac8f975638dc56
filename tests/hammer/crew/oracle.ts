/**
 * Compares the reports of the crew's phones, the statements to their people and the phones' stores with the server's data and with
 * an independent account of the office's changes.
 *
 * - **lost**: a report was said to be sent, or was stored on the phone, and is neither on the server nor queued, although
 *   neither its person took it back nor the office ended the phone's key or deleted the booking; or a picture of a stored report
 *   is missing, and nobody was told; or a sheet is gone before its end.
 * - **twice**: a report has two events, or an event under another id; or a picture is stored twice.
 * - **false words**: a page said that a report is sent, or not sent, and it was not so; that the office had cancelled the job or
 *   given it away, or that it has no such job, and it had not; that a code is wrong, or a key ended, and it was not. Or it asked
 *   its person about a report that nobody had refused.
 * - **foreign job**: after a contact that the server answered, a phone has a job that is not its person's, or lacks one.
 * - **after its end**: the page or the worker ran, and a sheet, a draft or a result whose time is over is still there.
 * - **key**: a phone's stores hold a booking's id or an email address.
 * - **left behind**: the office ended a phone's key, the phone knows it, and something is left.
 * - **stuck**: after the faults an entry is still queued on a phone.
 */
import { stateText } from '../../../src/crew/crew-texts.ts';
import { dayAfter } from '../../../src/core/domain/london-time.ts';
import type { CrewJob, LateReport } from '../../../src/core/domain/crew-sheet.ts';
import type { ShownReport } from '../../../src/core/mutations/crew-page.ts';
import type { CrewReportEntry, NewReport } from '../../../src/core/mutations/crew-report.ts';
import type { Fresh } from '../../../src/core/outbox/entry.ts';
import type { CrewReceipt, Ending } from '../../../src/core/store/device-schema.ts';
import type { Change } from '../changes.ts';
import type { Device } from '../device.ts';
import type { Page } from '../page.ts';
import type { Finding } from '../report.ts';
import type { Job, JobState, Member, Photo, Span } from './jobs.ts';
import { hasSurelyEnded, londonDay, type Reading } from './sheet-end.ts';

export const CREW_FAULTS = [
  'lost',
  'twice',
  'false words',
  'foreign job',
  'after its end',
  'key',
  'left behind',
  'stuck',
] as const;
export type Fault = (typeof CREW_FAULTS)[number];

/** A report of a person; its id is also its event's. */
export interface Report extends Change {
  kind: 'report';
  job: Job;
  /** Its text, which no other report has. */
  mark: string;
  photos: readonly Photo[];
  written: NewReport;
  fresh: Fresh<CrewReportEntry>;
  /** By the machine's clock. */
  madeAt: number;
  /** When the registration of its phone's key began. */
  keyFrom: number;
  /** Its person wanted to take it back. */
  isUndone: boolean;
  /** A page sent it that could not store it. */
  isFromMemory: boolean;
}

/** A phone, and the statements to its person. */
export interface PhoneAccount {
  name: string;
  person: Member;
  device: Device;
  jobs: readonly Job[];
  /** When the office ended its keys. */
  endings: readonly Span[];
  reports: Report[];
  /** When the newest contact began that the server answered. */
  contactAt: number;
  /** The same by the clock. */
  contactOn: number;
  /** Whether the ledger has a job that its phone shows. */
  isListed: (shown: CrewJob) => boolean;
  findings: Finding[];
  /** Entries still queued at the end. */
  waiting: string[];
}

/** A crew's event. */
export interface ReportEvent {
  id: string;
  message: string | null;
  kind: string;
  pictures: number;
}

/** The server's data about the reports of one life. */
export interface StoredReports {
  events: readonly ReportEvent[];
  /** The hash of each stored picture, by its path. */
  pictures: ReadonlyMap<string, string>;
}

type Rows = Record<string, unknown[]>;

interface Shown {
  tab: Page;
  /** The reports that the server had before and after the page was read, with the number of their pictures. */
  before: ReadonlyMap<string, number>;
  after: ReadonlyMap<string, number>;
  span: Span;
}

/** False statements about a report. */
export function findLies(
  { name, person, device, endings, reports }: PhoneAccount,
  shown: ShownReport,
  { tab, before, after, span }: Shown,
): string[] {
  const { id, state, attention, mayHaveArrived, late, photos, lostPhotos } = shown;
  const report = reports.find((one) => one.id === id);
  if (!report) return [`${id} is on ${name}, and nobody made it`];
  const { job, madeAt, keyFrom } = report;
  const text = stateText(shown);
  const states = job.during({ from: madeAt, until: span.until });
  const wasGone = states.some(({ status }) => status === 'gone');
  const wasEnded = endings.some(({ until }) => until >= keyFrom);
  const isCalledSent = /^Sent to the office|^The office has your report/.test(text);
  const isCalledUnsent =
    !isCalledSent &&
    (state === 'waiting' || state === 'attention') &&
    !mayHaveArrived &&
    device.knows(id, tab);
  const isRefused = device.network.refused.has(id);
  return [
    ...(isCalledSent && !after.has(id) && !wasGone
      ? [`“${text}”, and it is not there: ${id}`]
      : []),
    ...(isCalledUnsent && before.has(id) ? [`“${text}”, and it was there: ${id}`] : []),
    ...(state === 'gone' && !wasGone && !wasEnded ? [`“${text}”, and it was not: ${id}`] : []),
    ...(state === 'attention' && !isRefused && attention?.reason !== 'upload-blocked'
      ? [`“${text}”, and nobody had refused ${id}: ${attention?.message}`]
      : []),
    ...(late !== null && !states.some((one) => lateOf(one, person) === late)
      ? [`“${text}”, and the job of ${id} was not ${late}`]
      : []),
    ...(state === 'sent' && !wasGone && (after.get(id) ?? 0) < photos
      ? [`${photos} pictures of ${id} were called sent, and there are ${after.get(id)}`]
      : []),
    ...(lostPhotos > 0 && !isRefused && !wasGone
      ? [`${lostPhotos} pictures of ${id} were called lost, and nobody had refused them`]
      : []),
  ];
}

const lateOf = ({ status, crew }: JobState, { id }: Member): LateReport | null =>
  status === 'cancelled' ? 'cancelled' : crew.includes(id) ? null : 'given-away';

/** Whether a person's sheet shows a job whole on one of these days. */
const isShown = (
  { status, crew, day }: JobState,
  { id }: Member,
  days: readonly string[],
): boolean => status === 'confirmed' && crew.includes(id) && days.includes(day);

const DAY = 24 * 60 * 60_000;

const IDS_AND_ADDRESSES = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w.+-]+@[\w.-]+/g;

/** Jobs on a phone that are not its person's, or are missing, and anything that no phone may hold. */
export function findForeignJobs(
  { person, jobs, endings, isListed }: PhoneAccount,
  rows: Rows,
  { contactOn, ...span }: Span & { contactOn: number },
): { fault: Fault; why: string }[] {
  const found = (fault: Fault, why: string) => ({ fault, why });
  const named = new Set(JSON.stringify(rows).match(IDS_AND_ADDRESSES));
  const keys = jobs
    .flatMap(({ id, email }) => [id, email])
    .filter((key) => named.has(key))
    .map((key) => found('key', `the phone holds ${key}`));

  const crew = rows['crew'] as Record<string, unknown>[];
  const rowOf = (key: string) => crew.find((row) => row['key'] === key);
  if (rowOf('ended')) {
    const left = [
      ...crew
        .filter(({ key }) => key !== 'ended' && key !== 'device')
        .map(({ key }) => String(key)),
      ...(rowOf('device')
        ? []
        : ['entries', 'files', 'receipts'].flatMap((table) =>
            rows[table]?.length ? [`${rows[table].length} ${table}`] : [],
          )),
    ];
    const wasEnded = endings.some(({ from }) => from <= span.until);
    return [
      ...keys,
      ...left.map((what) => found('left behind', `the key has ended, and ${what} is left`)),
      ...(wasEnded ? [] : [found('false words', 'the phone says that its key has ended')]),
    ];
  }

  const sheet = rowOf('sheet') as { jobs: CrewJob[] } | undefined;
  if (!sheet || span.from === 0) return keys;
  // A phone that died after a later contact had stored its sheet may not have noticed.
  const contacts: string[][] = [];
  for (let day = londonDay(contactOn); day <= londonDay(Date.now()); day = dayAfter(day, 1))
    contacts.push([day, dayAfter(day, 1)]);
  return [
    ...keys,
    ...sheet.jobs
      .filter((shown) => {
        const job = jobs.find((one) => one.job === shown.job);
        if (!job) return isListed(shown);
        return !job
          .during(span)
          .some(
            (state) =>
              isSame(state, shown, contactOn) &&
              contacts.some((days) => isShown(state, person, days)),
          );
      })
      .map(({ job, name }) => found('foreign job', `the phone has ${job} of ${name}`)),
    ...jobs
      .filter((job) =>
        job.during(span).every((state) => contacts.every((days) => isShown(state, person, days))),
      )
      .filter(({ job }) => !sheet.jobs.some((shown) => shown.job === job))
      .map(({ job, name }) => found('foreign job', `the phone lacks ${job} of ${name}`)),
  ];
}

const isSame = (
  { day, slot, instructions, access }: JobState,
  shown: CrewJob,
  contactOn: number,
): boolean =>
  day === shown.day &&
  slot === shown.time_slot &&
  instructions === shown.instructions &&
  // Tomorrow's is shown from the evening on.
  (access === shown.access || (shown.access === null && day !== londonDay(contactOn)));

/** Rows whose time is over by the phone's clock. `readings`: those that the sheet may be. */
export function findRemains(rows: Rows, readings: readonly Reading[], clock: number): string[] {
  const crew = rows['crew'] as (Record<string, unknown> & { key: string })[];
  const sheet = crew.some(({ key }) => key === 'sheet');
  const drafts = crew.filter(({ key }) => key.startsWith('draft:'));
  const isOver = ({ readAt, endsAt }: Ending) => hasSurelyEnded({ askedAt: readAt, endsAt }, clock);
  const results = (rows['receipts'] as CrewReceipt[]).filter(({ about, settledAt }) =>
    isOver({ ...about, endsAt: Math.max(about.endsAt, settledAt + DAY) }),
  );
  return [
    ...(sheet && readings.every((reading) => hasSurelyEnded(reading, clock))
      ? [`the sheet is there at ${clock}`]
      : []),
    ...drafts
      .filter(({ about }) => isOver(about as Ending))
      .map(({ key }) => `${key} is there at ${clock}`),
    ...results.map(({ id }) => `the result of ${id} is there at ${clock}`),
  ];
}

/** All findings about the reports of a life's phones. */
export function judgeReports(phones: readonly PhoneAccount[], stored: StoredReports): Finding[] {
  const all = phones.flatMap(({ reports }) => reports);
  return [
    ...phones.flatMap((phone) => [
      ...phone.findings,
      ...phone.waiting.map((id) => found('stuck', phone.name, `${id} still waits`)),
      ...phone.reports.flatMap((report) => judgeReport(phone, report, stored)),
    ]),
    ...stored.events
      .filter(({ id }) => !all.some((report) => report.id === id))
      .map(({ id, message }) =>
        found('twice', message ?? phones[0]?.name ?? '', `nobody made the report ${id}`),
      ),
  ];
}

const found = (fault: Fault, subject: string, why: string): Finding => ({ fault, subject, why });

function judgeReport(
  { name, device, endings, reports }: PhoneAccount,
  report: Report,
  { events, pictures }: StoredReports,
): Finding[] {
  const { id, mark, fate, job, keyFrom, photos, isFromMemory, isUndone } = report;
  const wasGone = job.state.status === 'gone';
  const wasEnded = endings.some(({ until }) => until >= keyFrom);
  const own = events.filter(({ message }) => message === mark);
  const event = own.find((one) => one.id === id);
  const isFirst = reports.find((one) => one.mark === mark) === report;
  const findings: Finding[] = [];
  if (isFirst && own.length > 1)
    findings.push(
      found(
        'twice',
        name,
        `${mark} is there ${own.length} times: ${own.map((one) => one.id).join()}`,
      ),
    );
  if (!event && !wasGone) {
    if (fate === 'done') findings.push(found('lost', name, `${id} was sent, and is not there`));
    if (fate === 'vanished' && !wasEnded)
      findings.push(found('lost', name, `${id} neither waits nor is it there`));
  }
  if (event && fate === 'taken-back')
    findings.push(found('false words', name, `${id} was taken back, and is there`));
  if (!event) return findings;
  const paths = [...pictures].filter(([path]) => path.startsWith(`${id}/`));
  photos.forEach(({ sha256 }, place) => {
    const places = [...pictures].filter(([, hash]) => hash === sha256).map(([path]) => path);
    const ofEvent = places.filter((path) => path.startsWith(`${id}/`));
    if (ofEvent.length > 1)
      findings.push(found('twice', name, `a picture is there as ${ofEvent.join()}`));
    const isExcused = isUndone || isFromMemory || wasEnded || device.network.refused.has(id);
    if (!ofEvent.includes(`${id}/${place + 1}`) && !isExcused)
      findings.push(found('lost', name, `picture ${place + 1} of ${id} is not there`));
  });
  const known = new Set(photos.map(({ sha256 }) => sha256));
  for (const [path, hash] of paths)
    if (!known.has(hash)) findings.push(found('false words', name, `${path} is another picture`));
  return findings;
}
