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
