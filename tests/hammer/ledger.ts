import type { Answer, BookingStatus } from '../../src/core/domain/answers.ts';
import type { AnswerActor, BookingEvent } from '../../src/core/domain/booking-events.ts';
import type { Entity } from '../../src/core/domain/entities.ts';
import type { Slot } from '../../src/core/domain/slots.ts';
import type { SubmissionKind } from '../../src/core/domain/submission.ts';
import type { CrewReportEntry, NewReport } from '../../src/core/mutations/crew-report.ts';
import type { Fresh, NewFile } from '../../src/core/outbox/entry.ts';
import type { Job, Photo } from './actors/jobs.ts';
import type { Fault, Finding } from './findings/finding.ts';
import type { Page } from './page.ts';

/**
 * `unsure`: an attempt to send it may have arrived, or may still do. `vanished`: it is neither queued
 * nor decided, and nobody undid it.
 */
export type Fate = 'waiting' | 'done' | 'refused' | 'taken-back' | 'unsure' | 'vanished';

/** An answer, a deletion, an addition or a report that a person made, and its fate as far as they know. */
export interface Change {
  /** The entry's id; also that of the answer's or report's event, or of the added record. */
  id: string;
  kind: 'deletion' | 'addition' | 'answer' | 'report';
  /** Ids of the affected records. */
  ids: readonly string[];
  fate: Fate;
  /** The server may refuse it. */
  isRefusable: boolean;
  /** Its page could neither store nor send it, and hands it in again. */
  kept: { page: Page; fresh: Fresh } | null;
}

type Values = Pick<BookingEvent, 'day' | 'time_slot' | 'every'>;

/** An answer that one side gave to a booking. */
export interface GivenAnswer extends Change {
  kind: 'answer';
  actor: AnswerActor;
  /** The id of the booking, or of its series' first one. */
  request: string;
  answer: Answer;
  /** The office's: the revision of the booking that it was given to. The customer's: the offer. */
  givenTo: number | string | null;
  /** The customer's: the visit that it was given for, and the number of the booking's events then. */
  about: { day: string; slot: Slot; sequence: number } | null;
  /** The office's: the values of its event. The customer's: the visit that is asked for. */
  values: Values;
}

/** A report of a person of the crew. */
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

const isGivenAnswer = (change: Change): change is GivenAnswer => change.kind === 'answer';
export const isReport = (change: Change): change is Report => change.kind === 'report';

/** A statement to a person about one of their submissions. */
export type Statement =
  /** It is stored on this device or on its way, and need not be sent again. */
  | { what: 'saved'; id: string }
  /** It has not left this device. `wasStored`: the server had confirmed it by then. */
  | { what: 'not-sent'; id: string; wasStored: boolean }
  | { what: 'may-have-arrived'; id: string }
  /** `edition`: null if the person cannot know which one. */
  | { what: 'sent'; id: string; edition: number | null; wasStored: boolean }
  | { what: 'alert-sent' | 'alert-not-sent'; id: string }
  /** The server has refused it, so it has not arrived. */
  | { what: 'refused'; id: string; wasStored: boolean }
  /** It needs its sender, although it has no fault of its own. */
  | { what: 'needless'; id: string; reason: string }
  /** An edit came too late: the earlier content is stored. */
  | { what: 'had-arrived'; id: string }
  | { what: 'discarded'; id: string; mayHaveArrived: boolean }
  /** Its form was still open when it was discarded, and its person has submitted it since. */
  | { what: 'submitted-again'; id: string }
  /** A form returned its submission, or stayed silent, without a reason. */
  | { what: 'unfounded'; id: string; text: string };

/** One thing that a visitor wants from the office, however often it is edited or sent. */
export interface Wish {
  /** The email address of all its records; names the device and the wish. */
  email: string;
  kind: SubmissionKind;
  /** The number of the last edition. */
  edition: number;
  day: string;
  file: NewFile | null;
  /** The server will refuse it, because its position is gone. An edit chooses the open one. */
  isRefusable: boolean;
  /** The last edition that a screen promised to send under each of its ids; null if it is unknown. */
  editions: Map<string, number | null>;
  statements: Statement[];
  /** Its person discarded it, or accepted a refusal. */
  isGivenUp: boolean;
  /** It was typed again after the death of a page that could store neither it nor its draft. */
  isRetyped: boolean;
  /** Ids that are still queued on the device at the end. */
  waiting: string[];
  /** Size and hash of its file; null without one. */
  resume: { size: number; sha256: string } | null;
}

/** A record of the portal's lists: it existed before the administrators, or one of them adds it. */
export interface Item {
  id: string;
  entity: Entity;
  /** A text that is unique to this record, in every copy of it. */
  mark: string;
  file: { path: string; sha256: string } | null;
}

/** A booking as a screen showed it, without an answer laid over it that waits on the device. */
export interface Shown {
  bookingId: string;
  /** The number of its events; null for a visit in My requests, which counts those of its series too. */
  sequence: number | null;
  /** The id of its last event; null without one. */
  last: string | null;
  status: BookingStatus;
  day: string;
  slot: Slot;
  /** The number of events that the server had before the device's last refresh; 0 before one. */
  atLeast: number;
}

/** The acts of one actor, and the statements to them. */
export class Ledger {
  readonly name: string;
  readonly wishes: Wish[] = [];
  readonly changes: Change[] = [];
  /** The requests whose states its screens show. */
  readonly watched = new Set<string>();
  /** Its screens show every visit of these too. */
  listsVisits = false;
  readonly shown: Shown[] = [];
  /** Statements that were false when they were made, and remains on the device. */
  readonly findings: Finding[] = [];
  /** Entries that are still queued on the device at the end. */
  waiting: readonly string[] = [];
  readonly #known = new Set<string>();

  constructor(name: string) {
    this.name = name;
  }

  get answers(): GivenAnswer[] {
    return this.changes.filter(isGivenAnswer);
  }

  get reports(): Report[] {
    return this.changes.filter(isReport);
  }

  /** Records a finding; the same one once. */
  find(fault: Fault, why: string): void {
    if (this.#isNew(fault + why)) this.findings.push({ fault, subject: this.name, why });
  }

  /** Records the state of a booking on a screen; the same one once. */
  show(shown: Shown): void {
    if (this.#isNew(JSON.stringify(shown))) this.shown.push(shown);
  }

  #isNew(text: string): boolean {
    if (this.#known.has(text)) return false;
    this.#known.add(text);
    return true;
  }
}

type AnswerFacts = Pick<GivenAnswer, 'id' | 'actor' | 'request' | 'answer' | 'givenTo'> &
  Partial<Pick<GivenAnswer, 'about' | 'values'>>;

/** A new answer to a booking; an answer may always be refused, for the other side's. */
export const giveAnswer = (bookingId: string, facts: AnswerFacts): GivenAnswer => ({
  ...{ kind: 'answer', ids: [bookingId], about: null, values: { day: null, time_slot: null } },
  ...{ fate: 'waiting', isRefusable: true, kept: null },
  ...facts,
});
