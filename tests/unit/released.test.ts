import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOSTED_SCHEMA } from '../../supabase/local/database/hosted-schema.ts';
import { readMigrations } from '../../supabase/local/database/migrate.ts';
import { nameOf, RELEASED } from '../support/former-database.ts';

/** The migrations of the releases: databases have them, so their texts stay. */

const migrations = [HOSTED_SCHEMA, ...readMigrations()];
const released = Object.assign({}, ...Object.values(RELEASED)) as Record<string, string>;

test('a released migration has the text of its release', () => {
  const texts = migrations
    .filter((migration) => nameOf(migration) in released)
    .map((migration) => [
      nameOf(migration),
      createHash('sha256').update(migration.sql).digest('hex'),
    ]);
  expect(Object.fromEntries(texts)).toEqual(released);
});

test('a later migration comes after the released ones, and waits for no lock for long', () => {
  const newest = Object.keys(released).sort().at(-1) ?? '';
  for (const migration of migrations.filter((one) => !(nameOf(one) in released))) {
    expect(nameOf(migration) > newest, nameOf(migration)).toBe(true);
    // Requests queue behind a migration that waits for a lock.
    expect(migration.sql, nameOf(migration)).toMatch(/^(--.*\n|\s)*set lock_timeout = '\d+s';/);
  }
});
