import { mailboxOf } from './mailbox.ts';
import { normalise } from './normalise.ts';
import { nationalDigits, withoutExtension } from './search-text.ts';

interface Contact {
  name: string;
  phone?: string;
  /** Empty without one. */
  email: string;
}

/** The keys by which records may be one customer's: the phone number and the mailbox. */
const keysOf = ({ phone = '', email }: Contact) => ({
  phone: nationalDigits(withoutExtension(phone)),
  mailbox: mailboxOf(email),
});

/** Rows by each of their customer's keys. */
export type CustomerIndex<Row> = ReadonlyMap<string, readonly Row[]>;

export function indexCustomers<Row extends Contact>(rows: readonly Row[]): CustomerIndex<Row> {
  const index = new Map<string, Row[]>();
  for (const row of rows)
    for (const key of Object.values(keysOf(row))) {
      const known = index.get(key);
      if (key === '') continue;
      if (known) known.push(row);
      else index.set(key, [row]);
    }
  return index;
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof']);

const INITIAL = /^\p{L}$/u;

const partsOf = (name: string) =>
  (normalise(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !TITLES.has(word));

/** True if every word of the shorter name is in the longer one, whole or as its initial. */
export function isSameName(one: string, other: string): boolean {
  const [few, many] = [partsOf(one), partsOf(other)].sort((a, b) => a.length - b.length);
  if (!few || !many || few.length === 0) return false;
  const left = [...many];
  return few.every((word) => {
    const place = left.findIndex(
      (known) =>
        known === word ||
        (INITIAL.test(word) && known.startsWith(word)) ||
        (INITIAL.test(known) && word.startsWith(known)),
    );
    if (place < 0) return false;
    left.splice(place, 1);
    return true;
  });
}

/** Numbers of rows under the customer's name, and under other names: an agent books for tenants. */
export interface Found {
  same: number;
  other: number;
}

const countNames = (rows: readonly Contact[], name: string): Found => {
  const same = rows.filter((row) => isSameName(row.name, name)).length;
  return { same, other: rows.length - same };
};

const totalOf = ({ same, other }: Found) => same + other;

interface Received extends Contact {
  id: string;
  /** ISO 8601. */
  created_at: string;
}

/** The records with a booking's number or mailbox, besides that booking. */
export interface CustomerHistory {
  /** The bookings that came before it, by the key that finds more of them. */
  bookings: Found;
  by: 'number' | 'email';
  /** The number or the mailbox: its search finds these bookings. */
  query: string;
  messages: Found;
  /** Its search finds these messages. */
  mailbox: string;
}

/** The history of a booking's customer, for a visit without its own series; null without earlier bookings and messages. */
export function historyOf(
  booking: Required<Received> & { series: string | null },
  bookings: CustomerIndex<Received>,
  messages: CustomerIndex<Contact>,
): CustomerHistory | null {
  const { name, created_at: createdAt, series } = booking;
  const { phone, mailbox } = keysOf(booking);
  const earlierBy = (key: string) =>
    countNames(
      bookings.get(key)?.filter(({ id, created_at: at }) => at < createdAt && id !== series) ?? [],
      name,
    );
  const [byPhone, byMailbox] = [earlierBy(phone), earlierBy(mailbox)];
  const sent = countNames(messages.get(mailbox) ?? [], name);
  if (totalOf(byPhone) + totalOf(byMailbox) + totalOf(sent) === 0) return null;
  const isByPhone = byPhone.same - byMailbox.same || totalOf(byPhone) - totalOf(byMailbox);
  return {
    ...(isByPhone > 0
      ? { bookings: byPhone, by: 'number', query: withoutExtension(booking.phone) }
      : { bookings: byMailbox, by: 'email', query: mailbox }),
    messages: sent,
    mailbox,
  };
}
