/** The number of next opens that fail, by database name. */
const failing = new Map<string, number>();

const open = indexedDB.open.bind(indexedDB);
indexedDB.open = (name, version) => {
  const left = failing.get(name) ?? 0;
  if (left === 0) return open(name, version);
  failing.set(name, left - 1);
  throw new DOMException('Internal error opening backing store', 'UnknownError');
};

/** Makes the next `opens` opens of a database fail. */
export const failOpens = (database: string, opens: number): void =>
  void (opens > 0 ? failing.set(database, opens) : failing.delete(database));
