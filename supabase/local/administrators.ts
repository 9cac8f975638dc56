import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { findUser, insertUser, hashPassword } from './auth/users.ts';
import type { LocalDatabase } from './open-database.ts';
import { StartError } from './start-error.ts';

interface Administrator {
  email: string;
  password: string;
}

type Transaction = Parameters<typeof insertUser>[0];

const isAdministrator = async (transaction: Transaction, id: string) =>
  (await transaction.query(`select from private.user_roles where user_id = $1 and role = 'admin'`, [id])).rows.length > 0;

/** Gives a user the role; who has it keeps it. */
const giveRole = (transaction: Transaction, id: string) =>
  transaction.query(`insert into private.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [id]);

/** Makes an administrator. Rejects when somebody has the address. */
async function insertAdministrator(transaction: Transaction, { email, password }: Administrator): Promise<void> {
  const id = await insertUser(transaction, { email, password, metadata: { full_name: 'Administrator' }, isConfirmed: true });
  await giveRole(transaction, id);
}

/**
 * Makes the local administrator, user and role in one transaction, unless somebody has that address: whoever it is keeps the
 * password and the rights that they have. Answers what the person who starts has to know, if anything.
 */
export function ensureAdministrator({ exclusive }: LocalDatabase, administrator: Administrator): Promise<string | null> {
  return exclusive((connection) =>
    connection.driver.transaction(async (transaction) => {
      const id = await findUser(transaction, administrator.email);
      if (id === undefined) await insertAdministrator(transaction, administrator);
      return id === undefined || (await isAdministrator(transaction, id)) ? null : strangerText(administrator.email);
    }),
  );
}

const strangerText = (email: string) => `
  There is a user ${email}, the address that ADMIN_EMAIL names, who is no administrator. This start did not make
  that user, so somebody else may have registered the address: nobody was given the role.
  - If the address is yours: stop, and run  npm run admin -- add ${email}  (it sets a new password).
  - If not: set ADMIN_EMAIL to another address.
`;

const inTransaction = <T>({ exclusive }: LocalDatabase, work: (transaction: Parameters<typeof insertAdministrator>[0]) => Promise<T>) =>
  exclusive((connection) => connection.driver.transaction(work));

/**
 * Makes an administrator: a new user, or the one of that address. Either way with a new password, and signed out everywhere,
 * since nobody knows who registered the address. Answers what to tell, the password included.
 */
export async function addAdministrator(database: LocalDatabase, email: string): Promise<string> {
  if (!z.email().safeParse(email).success) throw new StartError(`${email} is no e-mail address.`);
  const password = randomBytes(15).toString('base64url');
  await inTransaction(database, async (transaction) => {
    const id = await findUser(transaction, email);
    if (id === undefined) return insertAdministrator(transaction, { email, password });
    await transaction.query(
      'update auth.users set encrypted_password = $2, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1',
      [id, await hashPassword(password)],
    );
    await transaction.query('delete from auth.sessions where user_id = $1', [id]);
    await giveRole(transaction, id);
  });
  return `${email} is an administrator, with the password ${password}\nIt is shown once: keep it, or change it in the portal.`;
}

/** Takes the role from whoever has the address and ends their sessions. The user stays. */
export async function revokeAdministrator(database: LocalDatabase, email: string): Promise<string> {
  return inTransaction(database, async (transaction) => {
    const id = await findUser(transaction, email);
    const { rows } = await transaction.query(`delete from private.user_roles where user_id = $1 and role = 'admin' returning user_id`, [id]);
    if (rows.length === 0) throw new StartError(`${email} is no administrator.`);
    await transaction.query('delete from auth.sessions where user_id = $1', [id]);
    return `${email} is no administrator any more.`;
  });
}

/** The addresses of the administrators, a line each. */
export async function listAdministrators(database: LocalDatabase): Promise<string> {
  const rows = await database.query<{ email: string | null; id: string }>(
    `select email, id from private.user_roles join auth.users on id = user_id where user_roles.role = 'admin' order by email`,
  );
  return rows.map(({ email, id }) => email ?? `${id} (has no address and cannot sign in)`).join('\n') || 'There is no administrator.';
}
