import { readMailId, readReceiptId } from '../_shared/mail-id.ts';

/** An alert's mail was not delivered. */
interface UndeliveredAlert {
  alertId: string;
  /** The number of the alert's earlier bounced mails. */
  bounces: number;
  /** One line, for staff. */
  reason: string;
}

/**
 * The events of a failed alert, their texts for staff, and the place of the provider's own text.
 */
const KINDS: Record<string, { word: string; part: string }> = {
  'email.bounced': { word: 'Bounced', part: 'bounce' },
  'email.failed': { word: 'Failed', part: 'failed' },
  'email.suppressed': { word: 'Suppressed', part: 'suppressed' },
};

/** A mail to a customer was not delivered, or its reader reported it as spam. */
interface ReceiptReport {
  receiptId: string;
  /** Why it was not delivered, in one line, for staff; null after a complaint. */
  undelivered: string | null;
  /** Its address gets no further mail. */
  isUnwanted: boolean;
}

const COMPLAINED = 'email.complained';
/** The events after which an address gets no further receipt. */
const UNWANTED = ['email.bounced', 'email.suppressed', COMPLAINED];

type Fields = Record<string, unknown>;

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Tags arrive as a list of names and values, as sent, or as one object. */
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

/** Why a mail was not delivered, in one line; null for an event that reports nothing of the kind. */
function undelivered(type: string, data: unknown): string | null {
  const kind = KINDS[type];
  if (kind === undefined) return null;
  const { message, reason } = asFields(asFields(data)[kind.part]);
  return `${kind.word}: ${toLine(message ?? reason) || 'the provider gave no reason.'}`;
}

/**
 * Reads a provider's event; undefined unless it reports a failure or complaint about one of our
 * mails.
 */
export function parseEvent(event: unknown): UndeliveredAlert | ReceiptReport | undefined {
  const { type, data } = asFields(event);
  const why = undelivered(String(type), data);
  const mailId = readTag(asFields(data)['tags'], 'mail_id');
  const receiptId = readReceiptId(mailId);
  if (receiptId !== undefined)
    return why !== null || type === COMPLAINED
      ? { receiptId, undelivered: why, isUnwanted: UNWANTED.includes(String(type)) }
      : undefined;
  const mail = readMailId(mailId);
  return why === null || mail === undefined ? undefined : { ...mail, reason: why };
}
