import type { Backend } from './backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from './keys.ts';
import type { LocalDatabase } from './open-database.ts';

interface Administrator {
  email: string;
  password: string;
}

/** Makes the local administrator unless there is a user of that address, who then keeps the password they have. */
export async function ensureAdministrator(database: LocalDatabase, backend: Backend, { email, password }: Administrator): Promise<void> {
  const findId = async () =>
    (await database.query<{ id: string }>('select id from auth.users where lower(email) = lower($1)', [email]))[0]?.id;
  if ((await findId()) === undefined) {
    const signUp = new Request('http://localhost/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { full_name: 'Administrator' } }),
    });
    const response = await backend(signUp, '127.0.0.1');
    if (!response.ok) throw new Error(`The administrator could not be created: ${await response.text()}`);
  }
  await database.query(`insert into private.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [await findId()]);
}
