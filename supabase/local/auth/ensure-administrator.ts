import { findUser, insertUser } from './users.ts';
import type { LocalDatabase } from '../database/open-database.ts';

interface Administrator {
  email: string;
  password: string;
}

/**
 * Creates the local administrator, user and role in one transaction. An existing user with that
 * address keeps password and rights. Returns a text for the person who starts the server, or
 * nothing.
 */
export function ensureAdministrator(
  { exclusive }: LocalDatabase,
  { email, password }: Administrator,
): Promise<string | null> {
  return exclusive(({ driver }) =>
    driver.transaction(async (transaction) => {
      const known = await findUser(transaction, email);
      const id =
        known ??
        (await insertUser(transaction, {
          email,
          password,
          metadata: { full_name: 'Administrator' },
          isConfirmed: true,
        }));
      if (known === undefined)
        await transaction.query(
          `insert into private.user_roles (user_id, role) values ($1, 'admin')`,
          [id],
        );
      const { rows } = await transaction.query(
        `select from private.user_roles where user_id = $1 and role = 'admin'`,
        [id],
      );
      return rows.length > 0
        ? null
        : `\n  The user ${email} (ADMIN_EMAIL) exists and is no administrator. If the address is yours, run  npm run admin -- add ${email}\n`;
    }),
  );
}
