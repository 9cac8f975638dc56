import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addAdministrator,
  listAdministrators,
  removeAccount,
  revokeAdministrator,
} from '../../supabase/commands/administrators.ts';
import { ensureAdministrator } from '../../supabase/local/auth/ensure-administrator.ts';
import { insertUser } from '../../supabase/local/auth/users.ts';
import { openDatabase, type LocalDatabase } from '../../supabase/local/database/open-database.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { connectProject, type Connection } from '../../supabase/commands/connect-project.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { clientOf } from './support/client.ts';
import { ADMIN } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const PASSWORD = 'a-long-secret-1';
let database: LocalDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterEach(() => database.query('delete from auth.users'));
afterAll(() => database.close());

const register = (email: string) =>
  database.exclusive(() =>
    insertUser(database.connection.driver, {
      email,
      password: PASSWORD,
      metadata: {},
      isConfirmed: true,
    }),
  );

const hasRole = async (id: string) =>
  (await database.query('select from private.user_roles where user_id = $1', [id])).length > 0;

describe('at the start', () => {
  test('the administrator is created once, without a message', async () => {
    for (const email of ['boss@example.com', 'Boss@Example.com']) {
      expect(await ensureAdministrator(database, { email, password: PASSWORD })).toBeNull();
    }
    expect(
      await database.query('select email from private.user_roles join auth.users on id = user_id'),
    ).toEqual([{ email: 'boss@example.com' }]);
  });

  test('a user who registered the address earlier gets no role, and the start prints what to do', async () => {
    const stranger = await register('boss@example.com');
    const said = await ensureAdministrator(database, {
      email: 'BOSS@example.com',
      password: PASSWORD,
    });
    expect(said).toContain('exists and is no administrator');
    expect(said).toContain('npm run admin -- add BOSS@example.com');
    expect(await hasRole(stranger)).toBe(false);
  });

  test('a revoked role stays revoked', async () => {
    await ensureAdministrator(database, { email: 'boss@example.com', password: PASSWORD });
    await database.query('delete from private.user_roles');
    expect(
      await ensureAdministrator(database, { email: 'boss@example.com', password: PASSWORD }),
    ).not.toBeNull();
    expect(await database.query('select from private.user_roles')).toEqual([]);
  });
});

describe('the command', () => {
  const { query, newUser, url, secretKey } = useServer();
  let reached: Connection;
  beforeAll(async () => {
    const hosted = {
      VITE_SUPABASE_URL: url(),
      VITE_SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY: secretKey(),
    };
    reached = await connectProject(parseEnv(hosted));
  });
  const sessions = (id: string) => query('select from auth.sessions where user_id = $1', [id]);

  test('adds a new administrator and prints the password', async () => {
    const said = await addAdministrator(reached, 'Isla@Example.com');
    expect(said).toMatch(/^Isla@Example\.com is an administrator, with the password \S{20}\n/);
    expect(await listAdministrators(reached)).toBe(
      `${ADMIN.email} (no second factor)\nisla@example.com (no second factor)`,
    );
    const [, password = ''] = /password (\S+)/.exec(said) ?? [];
    expect(
      (await clientOf(url()).auth.signInWithPassword({ email: 'isla@example.com', password }))
        .error,
    ).toBeNull();
  });

  test('gives a registered user the role and a new password, and ends their sessions', async () => {
    const { id, email, password } = await newUser();
    await clientOf(url()).auth.signInWithPassword({ email, password });
    expect(await sessions(id)).toHaveLength(1);
    const said = await addAdministrator(reached, email.toUpperCase());
    expect(await listAdministrators(reached)).toContain(email);
    expect(await sessions(id)).toEqual([]);
    expect(
      (await clientOf(url()).auth.signInWithPassword({ email, password })).error,
    ).not.toBeNull();
    const [, told = ''] = /password (\S+)/.exec(said) ?? [];
    expect(
      (await clientOf(url()).auth.signInWithPassword({ email, password: told })).error,
    ).toBeNull();
  });

  test('revokes the role, ends the sessions and keeps the user', async () => {
    const { id, email, password } = await newUser();
    await reached.project.call('set_administrator', { _email: email, _is_administrator: true });
    await clientOf(url()).auth.signInWithPassword({ email, password });
    expect(await revokeAdministrator(reached, email.toUpperCase())).toBe(
      `${email.toUpperCase()} is no longer an administrator.`,
    );
    expect(await listAdministrators(reached)).not.toContain(email);
    expect(await sessions(id)).toEqual([]);
    expect(await query('select from auth.users where id = $1', [id])).toHaveLength(1);
    await expect(revokeAdministrator(reached, email)).rejects.toThrow(
      `${email} is no administrator.`,
    );
  });

  test('removes an account with its role and sessions, and keeps its records', async () => {
    const { id, email, password } = await newUser();
    await reached.project.call('set_administrator', { _email: email, _is_administrator: true });
    await clientOf(url()).auth.signInWithPassword({ email, password });
    const quote = 'They left every room spotless.';
    await query(
      'insert into testimonials (id, name, rating, quote, created_by) values ($1, $2, 5, $3, $4)',
      [randomUUID(), 'Morag', quote, id],
    );

    expect(await removeAccount(reached, email.toUpperCase(), ADMIN.email)).toBe(
      `The account ${email.toUpperCase()} is removed. The records that it added stay.`,
    );

    expect(await listAdministrators(reached)).not.toContain(email);
    expect([await sessions(id), await query('select from auth.users where id = $1', [id])]).toEqual(
      [[], []],
    );
    expect(
      (await clientOf(url()).auth.signInWithPassword({ email, password })).error,
    ).not.toBeNull();
    expect(await query('select created_by from testimonials where quote = $1', [quote])).toEqual([
      { created_by: null },
    ]);
    await expect(removeAccount(reached, email, ADMIN.email)).rejects.toThrow(
      `There is no account ${email}.`,
    );
  });

  test('refuses to remove the administrator whom the next start would create again', async () => {
    await expect(removeAccount(reached, 'Admin@Example.com', 'admin@example.com')).rejects.toThrow(
      'set ADMIN_EMAIL to another address first',
    );
  });

  test('gives no role to a user whose password could not be set', async () => {
    const { email } = await newUser();
    const refusing: typeof reached = {
      ...reached,
      askAuth: () => Promise.reject(new Error('refused')),
    };
    await expect(addAdministrator(refusing, email)).rejects.toThrow('refused');
    expect(await listAdministrators(reached)).not.toContain(email);
  });

  test('refuses a text that is no email address', async () => {
    await expect(addAdministrator(reached, 'isla')).rejects.toThrow('isla is no email address.');
  });

  test('is refused without the secret key', async () => {
    const { id, email, password } = await newUser();
    const ask = (path: string, body: object, method = path.startsWith('/auth') ? 'PUT' : 'POST') =>
      fetch(`${url()}${path}`, {
        method,
        headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(
      (
        await ask(`/auth/v1/admin/users/${id}`, {
          password: 'another-long-secret',
          email_confirm: true,
        })
      ).status,
    ).toBe(403);
    expect((await ask(`/auth/v1/admin/users/${id}`, {}, 'DELETE')).status).toBe(403);
    expect(
      (await ask('/rest/v1/rpc/set_administrator', { _email: email, _is_administrator: true }))
        .status,
    ).toBe(401);
    expect((await clientOf(url()).auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('prints the authentication service’s refusal', async () => {
    await expect(
      reached.askAuth('PUT', `/admin/users/${randomUUID()}`, {
        password: 'a-long-secret-2',
        email_confirm: true,
      }),
    ).rejects.toThrow('The authentication service answered 404: User not found.');
  });
});
