import type { Entry, Receipt } from '../store/rows.ts';

/** Where entries wait. The outbox works the same over the database and, where a browser has none, over memory. */
export interface Queue {
  list(): Promise<Entry[]>;
  readFile(id: string): Promise<ArrayBuffer | null>;
  /**
   * Compare-and-set: changes the entry only if nobody else has since it was read. Answers the new entry, or null.
   * Entering the e-mail step lets go of the file.
   */
  update(entry: Entry, changes: Partial<Entry>): Promise<Entry | null>;
  /** Turns a delivered entry into its receipt, under the same condition; its content and file go. */
  settle(entry: Entry, receipt: Receipt): Promise<boolean>;
}
