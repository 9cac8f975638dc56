import { randomUUID } from 'node:crypto';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { hash } from 'bcryptjs';

/** `minimum_password_length` of config.toml; a test compares the two. */
export const MIN_PASSWORD_LENGTH = 6;
/** As hosted: bcrypt ignores every byte beyond, so that any ending would sign in. */
export const MAX_PASSWORD_BYTES = 72;

export const isTooLong = (password: string): boolean =>
  Buffer.byteLength(password) > MAX_PASSWORD_BYTES;

type Transaction = Pick<PgliteConnection['driver'], 'query'>;

interface NewUser {
  email: string;
  password: string;
  /** Facts about the person, such as their `full_name`. */
  metadata: Record<string, unknown>;
  isConfirmed: boolean;
}

/** The hosted service's cost: a check takes some 50 milliseconds. */
const COST = 10;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Creates a user without rights, under a new random id. Rejects when the address is taken in any
 * spelling of case.
 */
export async function insertUser(
  transaction: Transaction,
  { email, password, metadata, isConfirmed }: NewUser,
): Promise<string> {
  const id = randomUUID();
  const address = email.toLowerCase();
  const facts = { email: address, email_verified: isConfirmed, phone_verified: false, sub: id };
  await transaction.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, $3, case when $4 then now() end, '{"provider": "email", "providers": ["email"]}', $5)`,
    [id, address, await hashPassword(password), isConfirmed, { ...metadata, ...facts }],
  );
  await transaction.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
     values ($1, 'email', $2, $4, $3, now())`,
    [randomUUID(), id, facts, id],
  );
  return id;
}

/** The id of the user with the address, in any spelling of case. */
export async function findUser(
  transaction: Transaction,
  email: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    'select id from auth.users where lower(email) = lower($1)',
    [email],
  );
  return rows[0]?.id;
}
