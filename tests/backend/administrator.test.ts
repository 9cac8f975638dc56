import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ensureAdministrator, addAdministrator, listAdministrators, revokeAdministrator } from '../../supabase/local/administrators.ts';
import { insertUser } from '../../supabase/local/auth/users.ts';
import { openDatabase, type LocalDatabase } from '../../supabase/local/open-database.ts';
import { UNIQUE_EMAIL } from '../../supabase/local/hosted-schema.ts';

const PASSWORD = 'a-long-secret-1';
let database: LocalDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterEach(() => database.query('delete from auth.users'));
afterAll(() => database.close());

const register = (email: string) =>
  database.exclusive(() => insertUser(database.connection.driver, { email, password: PASSWORD, metadata: {}, isConfirmed: true }));

const hasRole = async (id: string) =>
  (await database.query('select from private.user_roles where user_id = $1', [id])).length > 0;

describe('at the start', () => {
  test('the administrator is made, once, and nothing has to be said', async () => {
    for (const email of ['boss@example.com', 'Boss@Example.com']) {
      expect(await ensureAdministrator(database, { email, password: PASSWORD })).toBeNull();
    }
    expect(await listAdministrators(database)).toBe('boss@example.com');
  });

  test('somebody who registered the address before gets no role, and it is said what to do', async () => {
    const stranger = await register('boss@example.com');
    const said = await ensureAdministrator(database, { email: 'BOSS@example.com', password: PASSWORD });
    expect(said).toContain('somebody else may have registered the address');
    expect(said).toContain('npm run admin -- add BOSS@example.com');
    expect(await hasRole(stranger)).toBe(false);
  });

  test('a role that was revoked stays so', async () => {
    await ensureAdministrator(database, { email: 'boss@example.com', password: PASSWORD });
    await revokeAdministrator(database, 'boss@example.com');
    expect(await ensureAdministrator(database, { email: 'boss@example.com', password: PASSWORD })).not.toBeNull();
    expect(await listAdministrators(database)).toBe('There is no administrator.');
  });
});

describe('the command', () => {
  test('adds a new administrator, with a password that is told', async () => {
    const said = await addAdministrator(database, 'Isla@Example.com');
    expect(said).toMatch(/^Isla@Example\.com is an administrator, with the password \S{20}\n/);
    expect(await listAdministrators(database)).toBe('isla@example.com');
  });

  test('gives somebody who is registered the role and a new password, and ends their sessions', async () => {
    const id = await register('isla@example.com');
    const hash = async () => (await database.query<{ encrypted_password: string }>('select encrypted_password from auth.users where id = $1', [id]))[0];
    const before = await hash();
    await database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [randomUUID(), id]);
    await addAdministrator(database, 'isla@example.com');
    expect(await hasRole(id)).toBe(true);
    expect(await hash()).not.toEqual(before);
    expect(await database.query('select from auth.sessions')).toEqual([]);
  });

  test('takes the role and the sessions, and leaves the user', async () => {
    await addAdministrator(database, 'isla@example.com');
    await database.query('insert into auth.sessions (id, user_id) select $1, id from auth.users', [randomUUID()]);
    expect(await revokeAdministrator(database, 'ISLA@example.com')).toBe('ISLA@example.com is no administrator any more.');
    expect(await database.query('select from auth.sessions')).toEqual([]);
    expect(await database.query('select from auth.users')).toHaveLength(1);
    await expect(revokeAdministrator(database, 'isla@example.com')).rejects.toThrow('isla@example.com is no administrator.');
  });

  test('takes no text that is no e-mail address', async () => {
    await expect(addAdministrator(database, 'isla')).rejects.toThrow('isla is no e-mail address.');
  });
});

test('a data folder with one address twice comes through: the administrator keeps it, and no role changes hands', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'doubles-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const before = await openDatabase({ dataDir });
  await before.exec('drop table auth.sign_in_networks; drop index auth.users_email_lower_key, auth.users_email_partial_key');
  await before.query('delete from supabase_migrations.schema_migrations where version = $1', [UNIQUE_EMAIL.version]);
  const make = async (email: string, day: string) => {
    const id = randomUUID();
    await before.query('insert into auth.users (id, email, created_at) values ($1, $2, $3)', [id, email, day]);
    return id;
  };
  const stranger = await make('Boss@example.com', '2026-01-01');
  const boss = await make('boss@example.com', '2026-02-01');
  const [first, second] = [await make('rona@example.com', '2026-01-01'), await make('RONA@example.com', '2026-02-01')];
  await before.query(`insert into private.user_roles (user_id, role) values ($1, 'admin')`, [boss]);
  await before.close();

  const after = await openDatabase({ dataDir });
  onTestFinished(after.close);

  const emails = await after.query<{ id: string; email: string | null }>('select id, email from auth.users');
  expect(Object.fromEntries(emails.map(({ id, email }) => [id, email]))).toEqual({
    [stranger]: null,
    [boss]: 'boss@example.com',
    [first]: 'rona@example.com',
    [second]: null,
  });
  expect(await listAdministrators(after)).toBe('boss@example.com');
});
