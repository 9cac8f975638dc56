import { nationalDigits } from './search-text.ts';

interface Contact {
  phone?: string;
  email: string;
}

/** The keys by which records are one customer's: the phone number, and the address in any case. */
export const customerKeys = ({ phone, email }: Contact): { phone: string; email: string } => ({
  phone: phone === undefined ? '' : nationalDigits(phone),
  email: email.toLowerCase(),
});

/** Rows by each of their customer's keys. */
export type CustomerIndex<Row> = ReadonlyMap<string, readonly Row[]>;

export function indexCustomers<Row extends Contact>(rows: readonly Row[]): CustomerIndex<Row> {
  const index = new Map<string, Row[]>();
  for (const row of rows)
    for (const key of Object.values(customerKeys(row))) {
      const known = index.get(key);
      if (key === '') continue;
      if (known) known.push(row);
      else index.set(key, [row]);
    }
  return index;
}

interface Received extends Contact {
  /** ISO 8601. */
  created_at: string;
}

/** The records of a booking's customer, besides that booking. */
export interface CustomerHistory {
  /** The bookings that came before it, by an equal number or an equal address. */
  earlier: number;
  /** The number or the address: its search finds these bookings. */
  query: string;
  messages: number;
}

/** The history of a booking's customer; null without earlier bookings and messages. */
export function historyOf(
  booking: Required<Received>,
  bookings: CustomerIndex<Received>,
  messages: CustomerIndex<unknown>,
): CustomerHistory | null {
  const { phone, email } = customerKeys(booking);
  const earlierBy = (key: string) =>
    bookings.get(key)?.filter(({ created_at }) => created_at < booking.created_at).length ?? 0;
  const [byPhone, byEmail] = [earlierBy(phone), earlierBy(email)];
  const sent = messages.get(email)?.length ?? 0;
  if (byPhone + byEmail + sent === 0) return null;
  return byPhone > byEmail
    ? { earlier: byPhone, query: booking.phone, messages: sent }
    : { earlier: byEmail, query: booking.email, messages: sent };
}
