import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from '../local/auth/users.ts';
import type { Connection } from './connect-project.ts';
import { StartError } from '../local/start-error.ts';

type Project = Pick<Connection, 'project' | 'askAuth'>;

/** The user's id after a sign-in with the address. */
async function findAccount({ project }: Project, email: string): Promise<string | undefined> {
  const { accounts } = (await project.call('person_records', { address: email })) as {
    accounts: { id: string }[];
  };
  return accounts[0]?.id;
}

/**
 * Makes the user of an address an administrator, and creates the user if needed. Always sets a new
 * password before it grants the role, and ends all sessions, because anybody may have registered
 * the address. Returns a text with the password.
 */
export async function addAdministrator(connection: Project, email: string): Promise<string> {
  if (!z.email().safeParse(email).success) throw new StartError(`${email} is no email address.`);
  const password = randomBytes(15).toString('base64url');
  const id = await findAccount(connection, email);
  await (id === undefined
    ? connection.askAuth('POST', '/admin/users', {
        email,
        password,
        email_confirm: true,
        user_metadata: { full_name: 'Administrator' },
      })
    : connection.askAuth('PUT', `/admin/users/${id}`, { password, email_confirm: true }));
  await connection.project.call('set_administrator', { _email: email, _is_administrator: true });
  return `${email} is an administrator, with the password ${password}\nIt is shown once: keep it, or change it in the portal (${MIN_PASSWORD_LENGTH} characters at least, ${MAX_PASSWORD_BYTES} bytes at most).`;
}

/**
 * Makes a link for an administrator's new password, valid once and for an hour. It sends no mail,
 * changes nothing until used, and replaces an earlier link.
 */
export async function recoverAdministrator(
  { project, askAuth }: Project,
  email: string,
): Promise<string> {
  const administrators = (await project.call('administrators')) as { email: string | null }[];
  if (!administrators.some((one) => one.email?.toLowerCase() === email.toLowerCase()))
    throw new StartError(`${email} is no administrator.`);
  const { action_link: link } = (await askAuth('POST', '/admin/generate_link', {
    type: 'recovery',
    email,
  })) as { action_link: string };
  return `${link}\nThis link asks for a new password for ${email}. It works once, and for one hour. Anybody with the link can sign in:\ngive it to nobody else.`;
}

/**
 * Ends the second factor of the user with the address: the password alone signs them in, until they
 * set up another.
 */
export async function endSecondFactor(
  { project, askAuth }: Project,
  email: string,
): Promise<string> {
  const id = await findAccount({ project, askAuth }, email);
  if (id === undefined) throw new StartError(`There is no account ${email}.`);
  const path = `/admin/users/${id}/factors`;
  const factors = (await askAuth('GET', path)) as { id: string }[];
  for (const factor of factors) await askAuth('DELETE', `${path}/${factor.id}`, {});
  if (factors.length === 0) throw new StartError(`${email} has no second factor.`);
  return `${email} has no second factor any more: the password alone signs in. If somebody else may have the phone, also run\nnpm run admin -- add ${email}  (it sets a new password and ends all sessions).`;
}

/** Revokes the role of the user with the address and ends their sessions. The user stays. */
export async function revokeAdministrator({ project }: Project, email: string): Promise<string> {
  const id = await project.call('set_administrator', { _email: email, _is_administrator: false });
  if (id === null) throw new StartError(`${email} is no administrator.`);
  return `${email} is no longer an administrator.`;
}

/**
 * Removes the user with the address: role, sessions and account. Their records stay without an
 * author. `announced`: the administrator whom each start creates if missing; null for none.
 */
export async function removeAccount(
  { project, askAuth }: Project,
  email: string,
  announced: string | null,
): Promise<string> {
  if (email.toLowerCase() === announced?.toLowerCase()) {
    throw new StartError(
      `The next start would make ${email} an administrator again: set ADMIN_EMAIL to another address first.`,
    );
  }
  const id = await findAccount({ project, askAuth }, email);
  if (id === undefined) throw new StartError(`There is no account ${email}.`);
  // First, so that a later failure leaves no rights behind.
  await project.call('set_administrator', { _email: email, _is_administrator: false });
  await askAuth('DELETE', `/admin/users/${id}`, {});
  return `The account ${email} is removed. The records that it added stay.`;
}

/** The addresses of the administrators, one a line, with a note on each without a second factor. */
export async function listAdministrators({ project }: Project): Promise<string> {
  const rows = (await project.call('administrators')) as {
    email: string | null;
    id: string;
    has_factor: boolean;
  }[];
  const lines = rows.map(({ email, id, has_factor }) => {
    if (email === null) return `${id} (has no address and cannot sign in)`;
    return has_factor ? email : `${email} (no second factor)`;
  });
  return lines.join('\n') || 'There is no administrator.';
}
