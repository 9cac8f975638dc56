import type { Collection } from 'dexie';
import type { Entity } from '../domain/entities.ts';
import type { AdminEntry } from './admin-rows.ts';
import type { Database } from './database.ts';

/** What waits for one administrator, on a device that several may share. */
export const entriesOf = (db: Database, userId: string): Collection<AdminEntry, string> =>
  db.adminEntries.filter((entry) => entry.userId === userId);

/** The list that an entry changes. */
export const entityOf = (entry: AdminEntry): Entity => (entry.kind === 'delete' ? entry.entity : entry.creation.entity);
