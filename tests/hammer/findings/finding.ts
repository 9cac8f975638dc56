/**
 * Every fault that a run looks for. The files of this folder have its rules for each subject: a
 * submission, a record of the portal's lists, a booking, a report, a mail, an actor's ledger.
 */
const MEANINGS = {
  lost: 'it was called saved, sent or given, or nobody deleted it, and it is not there: a record, file, answer, visit, report, picture, sheet or reminder; or a change is neither queued nor decided',
  'stored twice': 'there are two of it, or one that nobody made',
  overwritten:
    'an event was given to another state than the one before it, or the booking does not follow it',
  'false statement': 'a screen said something that was not so',
  'needless refusal': 'a record needed its sender, although neither it nor the server had a fault',
  'left behind':
    'something is left of a refused or discarded change, a deleted record, or an ended key',
  stuck: 'hours after the faults, with every decision made, an entry is still queued',
  'foreign job': 'after a contact, a phone has a job that is not its person’s, or lacks one',
  'after its end': 'a phone has a sheet, a draft or a result whose time is over',
  "booking's key": 'a phone has a booking’s id or an email address',
  'mail twice': 'a mail or a reminder was sent again without a reason',
  'revived job': 'a deleted visit is there',
} as const;

export type Fault = keyof typeof MEANINGS;
export const FAULTS = Object.keys(MEANINGS) as Fault[];

export interface Finding {
  fault: Fault;
  /** Begins with the letter and the number of its group, as in `d12`, except in a month. */
  subject: string;
  why: string;
}

/** The reasons for each fault of a subject, given the server's data. */
export type Rules<Subject, Stored = null> = {
  readonly [F in Fault]?: (subject: Subject, stored: Stored) => readonly string[];
};

/** Applies the rules to a subject. */
export const findAll = <Subject, Stored>(
  rules: Rules<Subject, Stored>,
  name: string,
  subject: Subject,
  stored: Stored,
): Finding[] =>
  FAULTS.flatMap((fault) =>
    (rules[fault]?.(subject, stored) ?? []).map((why) => ({ fault, subject: name, why })),
  );
