import { useLiveQuery } from 'dexie-react-hooks';
import { db } from '../outbox/outbox.ts';

/** What a person asked this device to remember for their next booking. */
export interface Details {
  name: string;
  phone: string;
  email: string;
  address: string;
}

const KEY = 'details';

/** Keeps them on this device, over what was kept before. A courtesy, as a draft is: where the browser can't store, nothing fails. */
export async function keepDetails({ name, phone, email, address }: Details): Promise<void> {
  const value = JSON.stringify({ name, phone, email, address } satisfies Details);
  await db.facts.put({ key: KEY, value }).catch(() => undefined);
}

/** Rejects when the device does not forget them. */
export const forgetDetails = (): Promise<void> => db.facts.delete(KEY);

/** What is remembered, kept up to date; null while it is read, and where nothing is. */
export function useDetails(): Details | null {
  return useLiveQuery(() => db.facts.get(KEY).then((fact) => (fact ? (JSON.parse(fact.value) as Details) : null)).catch(() => null)) ?? null;
}
