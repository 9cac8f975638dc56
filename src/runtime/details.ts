import { useStored } from './use-stored.ts';
import { db } from './database.ts';

/** The fields that a device can remember, in the order of the forms. */
export const DETAILS = ['name', 'phone', 'email', 'address'] as const;

/** What a person asked this device to remember for the next form, as far as it was asked for. */
export type Details = Partial<Record<(typeof DETAILS)[number], string>>;

const KEY = 'details';
const read = async (): Promise<Details | null> => {
  const fact = await db.facts.get(KEY);
  return fact ? (JSON.parse(fact.value) as Details) : null;
};

/** Keeps those of a form's values on this device, over what was kept before. A courtesy, as a draft is: where the browser can't store, nothing fails. */
export async function keepDetails(values: Details): Promise<void> {
  const given = Object.fromEntries(
    DETAILS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  );
  await db
    .transaction('rw', db.facts, async () =>
      db.facts.put({ key: KEY, value: JSON.stringify({ ...(await read()), ...given }) }),
    )
    .catch(() => undefined);
}

/** Rejects when the device does not forget them. */
export const forgetDetails = (): Promise<void> => db.facts.delete(KEY);

/** What is remembered, kept up to date; null while it is read, and where nothing is. */
export const useDetails = (): Details | null => useStored(read).value ?? null;
