import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ADMIN } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator } = useServer();

async function newUser() {
  const client = visitor();
  const person = { email: `${randomUUID()}@example.com`, password: 'secret-1' };
  const { data, error } = await client.auth.signUp({ ...person, options: { data: { full_name: 'Ailsa Craig' } } });
  if (error || !data.user) throw error ?? new Error('No user was made.');
  return { client, person, id: data.user.id };
}

describe('the administrator made at the first start', () => {
  test('signs in and has the role', async () => {
    const client = visitor();
    const { data } = await client.auth.signInWithPassword(ADMIN);
    const { data: isAdmin } = await client.rpc('has_role', { _user_id: String(data.user?.id), _role: 'admin' });
    expect(isAdmin).toBe(true);
  });

  test('is asked for the right password', async () => {
    const { error } = await visitor().auth.signInWithPassword({ ...ADMIN, password: 'wrong' });
    expect([error?.status, error?.code]).toEqual([400, 'invalid_credentials']);
  });

  test('refreshes the session and is still who they were', async () => {
    const client = await administrator();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.expires_in).toBe(3600);
    expect((await client.auth.getUser()).data.user?.email).toBe(ADMIN.email);
  });

  test('reads nothing more after signing out', async () => {
    const client = await administrator();
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.from('bookings').select('*')).status).toBe(401);
  });
});

describe('somebody who signed up', () => {
  test('has a name and no role, and sees no row', async () => {
    const { client, id } = await newUser();
    expect((await client.auth.getUser()).data.user?.user_metadata['full_name']).toBe('Ailsa Craig');
    expect((await client.rpc('has_role', { _user_id: id, _role: 'admin' })).data).toBe(false);
    expect((await client.from('bookings').select('*')).data).toEqual([]);
  });

  test('changes their password and signs in with it', async () => {
    const { client, person } = await newUser();
    expect((await client.auth.updateUser({ password: 'secret-2' })).error).toBeNull();
    expect((await visitor().auth.signInWithPassword({ ...person, password: 'secret-2' })).error).toBeNull();
    expect((await visitor().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
  });

  test('cannot sign up twice', async () => {
    const { person } = await newUser();
    expect((await visitor().auth.signUp(person)).error?.code).toBe('user_already_exists');
  });

  test('needs a password of six characters', async () => {
    const { error } = await visitor().auth.signUp({ email: `${randomUUID()}@example.com`, password: '12345' });
    expect(error?.code).toBe('weak_password');
  });
});

test('a token that is none is told 401', async () => {
  const { status } = await visitor({ authorization: 'Bearer nonsense' }).from('bookings').select('*');
  expect(status).toBe(401);
});
