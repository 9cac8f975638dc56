import { readMailId, readReceiptId } from '../_shared/mail-id.ts';

/** An alert was not delivered. */
interface UndeliveredAlert {
  alertId: string;
  /** How many of the alert's mails had bounced before this one. */
  bounces: number;
  /** In one line, for staff. */
  reason: string;
}

/** The events that say so of an alert, what staff read of each, and where its text is. */
const KINDS: Record<string, { word: string; part: string }> = {
  'email.bounced': { word: 'Bounced', part: 'bounce' },
  'email.failed': { word: 'Failed', part: 'failed' },
  'email.suppressed': { word: 'Suppressed', part: 'suppressed' },
};

/** A receipt was not delivered, or its reader called it unwanted. */
interface UnwantedReceipt {
  receiptId: string;
}

/** The events after which an address gets no further receipt. */
const UNWANTED = ['email.bounced', 'email.suppressed', 'email.complained'];

type Fields = Record<string, unknown>;

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Tags come as they were sent, a list of names and values, or as one object of them. */
function readTag(tags: unknown, wanted: string): unknown {
  if (!Array.isArray(tags)) return asFields(tags)[wanted];
  return tags.map(asFields).find(({ name }) => name === wanted)?.['value'];
}

const MOST_CHARACTERS = 250;

/** One line without control characters. */
const toLine = (text: unknown) =>
  (typeof text === 'string' ? text : '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);

/** Reads an event of the provider; undefined unless it says that one of our mails was not delivered, or unwanted. */
export function parseEvent(event: unknown): UndeliveredAlert | UnwantedReceipt | undefined {
  const { type, data } = asFields(event);
  const kind = KINDS[String(type)];
  const mailId = readTag(asFields(data)['tags'], 'mail_id');
  const receiptId = readReceiptId(mailId);
  if (receiptId !== undefined) return UNWANTED.includes(String(type)) ? { receiptId } : undefined;
  const mail = readMailId(mailId);
  if (kind === undefined || mail === undefined) return undefined;
  const { message, reason } = asFields(asFields(data)[kind.part]);
  return {
    ...mail,
    reason: `${kind.word}: ${toLine(message ?? reason) || 'the provider gave no reason.'}`,
  };
}
