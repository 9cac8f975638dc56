import { useStored } from './use-stored.ts';
import { db } from './database.ts';

/** The fields that a device can remember, in the order of the forms. */
export const DETAILS = ['name', 'phone', 'email', 'address'] as const;

/** Details that a person asked this device to remember; absent ones were never asked for. */
export type Details = Partial<Record<(typeof DETAILS)[number], string>>;

const KEY = 'details';
const read = async (): Promise<Details | null> => {
  const fact = await db.facts.get(KEY);
  return fact ? (JSON.parse(fact.value) as Details) : null;
};

/**
 * Stores those of a form's values on this device, over the earlier ones. Fails silently in a
 * browser without storage, like a draft.
 */
export async function saveDetails(values: Details): Promise<void> {
  const given = Object.fromEntries(
    DETAILS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  );
  await db
    .transaction('rw', db.facts, async () =>
      db.facts.put({ key: KEY, value: JSON.stringify({ ...(await read()), ...given }) }),
    )
    .catch(() => undefined);
}

/** Rejects when the device could not delete them. */
export const forgetDetails = (): Promise<void> => db.facts.delete(KEY);

/** The remembered details, kept up to date; null while they are read, and without any. */
export const useDetails = (): Details | null => useStored(read).value ?? null;
