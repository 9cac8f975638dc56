import { hasEnded, type CrewSheet } from '../domain/crew-sheet.ts';
import { withReopen, type Database } from './database.ts';
import {
  CREW_REPORT,
  type CrewDevice,
  type CrewDraft,
  type CrewReceipt,
  type CrewRow,
  type Ending,
  type Receipt,
  type StoredCrewSheet,
} from './device-schema.ts';

/** The crew's page on this phone: its registration, the sheet, drafts. */

export const draftKeyOf = (job: string): CrewDraft['key'] => `draft:${job}`;

const isReport = <T extends { kind: string }>(row: T): boolean => row.kind === CREW_REPORT;
const isCrewReceipt = (receipt: Receipt): receipt is CrewReceipt => isReport(receipt);

const endingOf = (row: CrewRow): Ending | null =>
  'endsAt' in row ? row : 'about' in row ? row.about : null;

function hasRowEnded(row: CrewRow, now: number): boolean {
  const ending = endingOf(row);
  return ending !== null && hasEnded(ending, now);
}

const DAY_MS = 24 * 60 * 60_000;

/** A result that came after the sheet's end is shown for a day. */
const hasReceiptEnded = ({ about, settledAt }: CrewReceipt, now: number): boolean =>
  hasEnded({ ...about, endsAt: Math.max(about.endsAt, settledAt + DAY_MS) }, now);

/** This phone's registration, also one that the server has not confirmed; null without one. */
export const readDevice = (db: Database): Promise<CrewDevice | null> =>
  withReopen(async () => ((await db.crew.get('device')) as CrewDevice | undefined) ?? null);

/** The secret of a registered phone; null without one. */
export const readSecret = async (db: Database): Promise<string | null> => {
  const device = await readDevice(db);
  return device && device.name !== null ? device.secret : null;
};

/** The rows that the page shows, without those that have ended. */
export interface CrewState {
  device: CrewDevice | null;
  /** The office ended the registration of this phone. */
  isEnded: boolean;
  sheet: StoredCrewSheet | null;
  drafts: readonly CrewDraft[];
  /** Newest first. */
  receipts: readonly CrewReceipt[];
}

export const readCrew = (db: Database, now: number): Promise<CrewState> =>
  withReopen(async () => {
    const [stored, receipts] = await Promise.all([db.crew.toArray(), db.receipts.toArray()]);
    const rows = stored.filter((row) => !hasRowEnded(row, now));
    const find = <T extends CrewRow>(key: T['key']): T | null =>
      (rows.find((row) => row.key === key) as T | undefined) ?? null;
    return {
      device: find<CrewDevice>('device'),
      isEnded: find('ended') !== null,
      sheet: find<StoredCrewSheet>('sheet'),
      drafts: rows.filter((row): row is CrewDraft => row.key.startsWith('draft:')),
      receipts: receipts
        .filter(isCrewReceipt)
        .filter((receipt) => !hasReceiptEnded(receipt, now))
        .sort((a, b) => b.settledAt - a.settledAt),
    };
  });

/** The keys of rows and receipts that have ended. */
async function readEnded(db: Database, now: number) {
  const [rows, receipts] = await Promise.all([db.crew.toArray(), db.receipts.toArray()]);
  return {
    keys: rows.filter((row) => hasRowEnded(row, now)).map(({ key }) => key),
    ids: receipts
      .filter(isCrewReceipt)
      .filter((receipt) => hasReceiptEnded(receipt, now))
      .map(({ id }) => id),
  };
}

/** Deletes everything that has ended by this device's clock; needs no connection. */
export const forgetEnded = (db: Database, now: number): Promise<void> =>
  withReopen(async () => {
    const { keys, ids } = await readEnded(db, now);
    // Mostly there is none, and a read-write transaction waits for the disk.
    if (keys.length + ids.length === 0) return;
    await db.transaction('rw', db.crew, db.receipts, async () => {
      // Again, because another sheet may have been stored meanwhile.
      const ended = await readEnded(db, now);
      await Promise.all([db.crew.bulkDelete(ended.keys), db.receipts.bulkDelete(ended.ids)]);
    });
  });

/**
 * Stores a registration before its secret is sent, and returns it. A former attempt keeps its secret:
 * the server may have it.
 */
export const beginRegistration = (db: Database): Promise<CrewDevice> =>
  withReopen(() =>
    db.transaction('rw', db.crew, async () => {
      const before = (await db.crew.get('device')) as CrewDevice | undefined;
      const device: CrewDevice = {
        key: 'device',
        secret: before?.secret ?? mintSecret(),
        name: before?.name ?? null,
        isTried: true,
      };
      await db.crew.put(device);
      return device;
    }),
  );

const mintSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Changes this phone's registration, unless it is another one by now. False then. */
const changeDevice = (
  db: Database,
  secret: string,
  change: (device: CrewDevice) => Promise<unknown>,
): Promise<boolean> =>
  withReopen(() =>
    db.transaction('rw', db.crew, db.entries, db.files, db.receipts, async () => {
      const device = (await db.crew.get('device')) as CrewDevice | undefined;
      if (device?.secret !== secret) return false;
      await change(device);
      return true;
    }),
  );

/** Keeps the fields that a newer release stored. */
function confirmed(device: CrewDevice, name: string): CrewDevice {
  const kept = { ...device, name };
  delete kept.isTried;
  return kept;
}

/** The server has registered the secret for this person. */
export const confirmRegistration = (db: Database, secret: string, name: string): Promise<boolean> =>
  changeDevice(db, secret, (device) =>
    Promise.all([db.crew.put(confirmed(device, name)), db.crew.delete('ended')]),
  );

/** When the stored sheet was read; null without one. */
export const readSheetTime = (db: Database): Promise<number | null> =>
  withReopen(
    async () => ((await db.crew.get('sheet')) as StoredCrewSheet | undefined)?.readAt ?? null,
  );

/**
 * Replaces the sheet of the time `former` as a whole. `overtaken`: another sheet was stored since, which
 * may be newer. `ended`: the registration has ended meanwhile.
 */
export async function storeSheet(
  db: Database,
  secret: string,
  sheet: CrewSheet,
  former: number | null = null,
): Promise<'stored' | 'overtaken' | 'ended'> {
  let isOvertaken = false;
  const isRegistered = await changeDevice(db, secret, async (device) => {
    const stored = (await db.crew.get('sheet')) as StoredCrewSheet | undefined;
    isOvertaken = stored !== undefined && stored.readAt !== former;
    if (isOvertaken) return;
    await Promise.all([
      db.crew.put({ key: 'sheet', ...sheet }),
      db.crew.put(confirmed(device, sheet.name)),
      db.crew.delete('ended'),
    ]);
  });
  if (!isRegistered) return 'ended';
  return isOvertaken ? 'overtaken' : 'stored';
}

/** The server has not registered the secret: a later attempt may. */
export const refuseRegistration = (db: Database, secret: string): Promise<boolean> =>
  changeDevice(db, secret, ({ name }) => db.crew.put({ key: 'device', secret, name }));

/** This phone gets notifications of changes, as the person asked. */
export const noteCrewNotified = (db: Database, secret: string): Promise<boolean> =>
  changeDevice(db, secret, (device) => db.crew.put({ ...device, isNotified: true }));

/** The office ended the registration: deletes everything of it, with the reports that wait. */
export const endRegistration = (db: Database, secret: string): Promise<boolean> =>
  changeDevice(db, secret, async () => {
    const [entries, receipts] = [await db.entries.toArray(), await db.receipts.toArray()];
    const waiting = entries.filter(isReport).map(({ id }) => id);
    await Promise.all([
      db.crew.clear(),
      db.entries.bulkDelete(waiting),
      db.files.bulkDelete(waiting),
      db.receipts.bulkDelete(receipts.filter(isReport).map(({ id }) => id)),
    ]);
    await db.crew.put({ key: 'ended' });
  });

/** Keeps a report that is typed; an empty one is deleted. */
export const saveDraft = (db: Database, draft: CrewDraft): Promise<void> =>
  withReopen(async () => {
    if (draft.text === '') return db.crew.delete(draft.key);
    // In one request: a page that is left has no time for a second.
    await db.crew.put(draft);
    // The office may have signed the phone out meanwhile.
    if (!(await db.crew.get('device'))) await db.crew.delete(draft.key);
  });
