import type { PgliteConnection } from '@supabase/lite/pglite';

/** The session's settings that a request may set and must restore. */
const SETTINGS = [
  'role',
  'search_path',
  'row_security',
  'session_replication_role',
  'default_transaction_read_only',
  'statement_timeout',
  'TimeZone',
  'request.method',
  'request.path',
  'request.jwt.claims',
  'request.jwt.claim.sub',
  'request.jwt.claim.role',
  'request.jwt.claim.email',
  'storage.operation',
  'response.status',
  'response.headers',
];

// The same statement clears the finished request's headers: one round trip instead of two.
const PROOF_SQL = `
  select $1::text as question, set_config('request.headers', '', false) as headers,
    concat_ws('|', session_user, current_user, ${SETTINGS.map((name) => `coalesce(current_setting('${name}', true), '')`).join(', ')}) as state`;

interface Proof {
  question: string;
  headers: string;
  state: string;
}

/**
 * Whether the session is outside a transaction, answers the question just asked, and has its own
 * role and settings.
 */
type ProveSession = () => Promise<boolean>;

/** Call it with an unused session, whose state is the reference. */
export async function createSessionProof({ driver }: PgliteConnection): Promise<ProveSession> {
  let asked = 0;
  // A new question each time: a driver out of step returns the answer to an earlier one, or none.
  async function readState(): Promise<string | undefined> {
    const question = String(++asked);
    if (driver.isInTransaction()) return undefined;
    const { rows } = await driver.query<Proof>(PROOF_SQL, [question]);
    const [proof] = rows;
    const isAnswer = rows.length === 1 && proof?.question === question && proof.headers === '';
    return isAnswer && !driver.isInTransaction() ? proof.state : undefined;
  }
  const own = await readState();
  return async () => {
    try {
      return own !== undefined && (await readState()) === own;
    } catch {
      return false;
    }
  };
}
