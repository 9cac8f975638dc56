/**
 * Compares the reports of the crew's phones, the statements to their people and the phones' stores with the server's data and with
 * an independent account of the office's changes.
 */
import { stateText } from '../../../src/crew/crew-texts.ts';
import { dayAfter } from '../../../src/core/domain/london-time.ts';
import type { CrewJob, LateReport } from '../../../src/core/domain/crew-sheet.ts';
import type { ShownReport } from '../../../src/core/waiting/crew-page.ts';
import type { CrewReceipt, Ending } from '../../../src/core/store/device-schema.ts';
import type { Job, JobState, Member, Span } from '../actors/jobs.ts';
import { hasSurelyEnded, londonDay, type Reading } from '../actors/sheet-end.ts';
import type { ReportEvent } from '../bookings.ts';
import type { Device } from '../device.ts';
import type { Ledger, Report } from '../ledger.ts';
import type { Page } from '../page.ts';
import { findAll, type Fault, type Finding, type Rules } from './finding.ts';

/** A phone as the office and its person know it. */
export interface Phone {
  person: Member;
  device: Device;
  statements: Ledger;
  jobs: readonly Job[];
  /** When the office ended its keys. */
  endings: readonly Span[];
  /** When the newest contact began that the server answered. */
  contactAt: number;
  /** The same by the clock. */
  contactOn: number;
  /** Whether a shown job would be one of `jobs`. */
  isListed: (shown: CrewJob) => boolean;
}

/** The server's data about the reports of some phones. */
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
  { person, device, endings, statements }: Phone,
  shown: ShownReport,
  { tab, before, after, span }: Shown,
): string[] {
  const { id, state, attention, mayHaveArrived, late, photos, lostPhotos } = shown;
  const report = statements.reports.find((one) => one.id === id);
  if (!report) return [`${id} is on the phone, and nobody made it`];
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
  { person, jobs, endings, isListed }: Phone,
  rows: Rows,
  { contactOn, ...span }: Span & { contactOn: number },
): { fault: Fault; why: string }[] {
  const found = (fault: Fault, why: string) => ({ fault, why });
  const named = new Set(JSON.stringify(rows).match(IDS_AND_ADDRESSES));
  const keys = jobs
    .flatMap(({ id, email }) => [id, email])
    .filter((key) => named.has(key))
    .map((key) => found("booking's key", `the phone holds ${key}`));

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
      ...(wasEnded ? [] : [found('false statement', 'the phone says that its key has ended')]),
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

const REPORT: Rules<{ phone: Phone; report: Report }, StoredReports> = {
  lost: ({ phone, report }, { events, pictures }) => {
    const { id, fate, job, keyFrom, photos, isUndone, isFromMemory } = report;
    const wasEnded = phone.endings.some(({ until }) => until >= keyFrom);
    if (!isThere(report, events)) {
      if (job.mayBeGone) return [];
      if (fate === 'done') return [`${id} was sent, and is not there`];
      return fate === 'vanished' && !wasEnded ? [`${id} neither waits nor is it there`] : [];
    }
    const { refused } = phone.device.network;
    if (isUndone || isFromMemory || wasEnded || refused.has(id)) return [];
    return photos.flatMap(({ sha256 }, place) =>
      pictures.get(`${id}/${place + 1}`) === sha256
        ? []
        : [`picture ${place + 1} of ${id} is not there`],
    );
  },
  'stored twice': ({ phone, report }, { events, pictures }) => {
    const { id, mark, photos } = report;
    const own = events.filter(({ message }) => message === mark);
    const isFirst = phone.statements.reports.find((one) => one.mark === mark) === report;
    const ofReport = [...pictures].filter(([path]) => path.startsWith(`${id}/`));
    const copies = photos
      .map(({ sha256 }) => ofReport.filter(([, hash]) => hash === sha256).map(([path]) => path))
      .filter(({ length }) => length > 1);
    return [
      ...(isFirst && own.length > 1
        ? [`${mark} is there ${own.length} times: ${own.map((one) => one.id).join()}`]
        : []),
      ...copies.map((paths) => `a picture is there as ${paths.join()}`),
    ];
  },
  'false statement': ({ report }, { events, pictures }) => {
    if (!isThere(report, events)) return [];
    const { id, fate, photos } = report;
    const known = new Set(photos.map(({ sha256 }) => sha256));
    return [
      ...(fate === 'taken-back' ? [`${id} was taken back, and is there`] : []),
      ...[...pictures]
        .filter(([path, hash]) => path.startsWith(`${id}/`) && !known.has(hash))
        .map(([path]) => `${path} is another picture`),
    ];
  },
};

const isThere = ({ id, mark }: Report, events: readonly ReportEvent[]): boolean =>
  events.some((event) => event.id === id && event.message === mark);

const TEAM: Rules<readonly Report[], StoredReports> = {
  'stored twice': (reports, { events }) =>
    events
      .filter(({ id }) => !reports.some((report) => report.id === id))
      .map(({ id, message }) => `nobody made the report ${id}: ${message}`),
};

/** All findings about the reports of a team's phones. */
export const judgeReports = (phones: readonly Phone[], stored: StoredReports): Finding[] => [
  ...phones.flatMap((phone) =>
    phone.statements.reports.flatMap((report) =>
      findAll(REPORT, phone.statements.name, { phone, report }, stored),
    ),
  ),
  ...findAll(
    TEAM,
    phones[0]?.statements.name ?? '',
    phones.flatMap(({ statements }) => statements.reports),
    stored,
  ),
];
