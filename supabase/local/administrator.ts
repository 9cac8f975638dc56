import type { Backend } from './backend.ts';
import type { LocalDatabase } from './open-database.ts';

export interface AdministratorOptions {
  backend: Backend;
  database: LocalDatabase;
  secretKey: string;
  email: string;
  password: string;
}

/** Makes the local administrator unless there is one of that address; an existing one keeps the password it has. */
export async function ensureAdministrator({ backend, database, secretKey, email, password }: AdministratorOptions): Promise<void> {
  const findId = async () =>
    (await database.query<{ id: string }>('select id from auth.users where lower(email) = lower($1)', [email]))[0]?.id;
  if ((await findId()) === undefined) {
    const created = await backend(
      new Request('http://localhost/auth/v1/admin/users', {
        method: 'POST',
        headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, email_confirm: true, user_metadata: { full_name: 'Administrator' } }),
      }),
    );
    if (!created.ok) throw new Error(`The administrator could not be created: ${await created.text()}`);
  }
  await database.query(`insert into private.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [await findId()]);
}
