/**
 * The life of a session on this device, from the sign-in to its end. A session begins with
 * `signedIn`, goes on with `renewed` and `roleConfirmed`, and ends with `signedOut`, `refused` or
 * `roleLost`; `codeNeeded` interrupts it; `followed` applies the changes of other tabs, and closes the portal seven days after
 * the last confirmation of the role.
 *
 * Each of these transitions is one transaction, which orders it among all tabs, and they run one
 * after the other in this tab. None waits for the network: the requests are in `token-source.ts`,
 * `verify-role.ts` and `sign-in.ts`, which pass their answers on.
 */
import type { Table } from 'dexie';
import type { Session } from '../../core/server/auth-backend.ts';
import { claimsOf } from '../../core/server/token-claims.ts';
import { ROLE_BELIEVED_DAYS } from '../../core/domain/limits.ts';
import type { User } from '../../core/domain/user.ts';
import type { StoredSession } from '../../core/store/device-schema.ts';
import { onceOpen, withReopen } from '../../core/store/database.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { abandonReplicas, nameReplica, removeAbandoned } from '../../core/store/replicas.ts';
import { forgetUser } from '../../core/replica/replica-store.ts';
import { db } from '../database.ts';
import { createListeners, onReturn } from '../listeners.ts';
import { unsubscribeFromPush } from '../push.ts';

/**
 * Why nobody is signed in: the session ended, the server said that the user is no administrator, or
 * another tab signed out.
 */
export type SignedOutReason = 'session-ended' | 'not-admin' | 'elsewhere';

export type AuthState =
  | { status: 'loading' }
  /**
   * `because` is null when nobody was signed in, or the person signed out here. `discarded`: how
   * many waiting changes went with a lost role.
   */
  | { status: 'signed-out'; because: SignedOutReason | null; discarded?: number }
  /**
   * `isAdmin` is also false while the role could not be checked. `needsCode`: it can be, after a code
   * of the second factor.
   */
  | { status: 'signed-in'; user: User; isAdmin: boolean; needsCode?: true };

interface OpenReplica {
  userId: string;
  replica: ReplicaDatabase;
}

interface TabState {
  auth: AuthState;
  replica: OpenReplica | null;
  /**
   * A renewed session that a full device could not store, with the stored refresh token that it
   * replaces, which the server accepts only once.
   */
  unstored: { replaces: string; session: StoredSession } | null;
  /** The last confirmation of a role, which a full device may not have stored. */
  confirmed: { userId: string; at: number } | null;
  /** Settles with the last transition. */
  transitions: Promise<unknown>;
  verifyRole: () => Promise<void>;
}

/** The session as this tab knows it. */
const state: TabState = {
  auth: { status: 'loading' },
  replica: null,
  unstored: null,
  confirmed: null,
  transitions: Promise.resolve(),
  verifyRole: async () => undefined,
};

const changes = createListeners();

export const currentAuth = (): AuthState => state.auth;

/** The signed-in administrator; null for none. */
export const administrator = (): User | null =>
  state.auth.status === 'signed-in' && state.auth.isAdmin ? state.auth.user : null;

/** The administrator's replica; null for none, or when this browser cannot store one. */
export const currentReplica = (): OpenReplica | null => state.replica;

/**
 * Calls the listener for every change of the user, the role or the replica; returns a function that
 * stops.
 */
export const onAuthChange = changes.add;

/**
 * Opens the portal for the stored user, and follows the session over all tabs. `verifyRole` asks
 * the server for the role.
 */
export function startSession(verifyRole: () => Promise<void>): void {
  state.verifyRole = verifyRole;
  const follow = () => void followed().catch(unreadable);
  liveRead(() => db.session.get(KEY)).subscribe(follow);
  onReturn(follow);
  addEventListener('online', () => void verifyRole());
}

/** How long to wait for a database that cannot be opened. */
const STORE_PATIENCE_MS = 5_000;

/**
 * Somebody signed in here, and the server has just confirmed the role. Another user's lists go.
 * Rejects when the browser cannot store the session.
 */
export const signedIn = (session: Omit<Session, 'factor'>): Promise<void> =>
  transition(async () => {
    const now = Date.now();
    await onceOpen(db, STORE_PATIENCE_MS, () =>
      changeStored(async () => {
        await abandonReplicas(db, session.user.id);
        await db.session.put(toStored(session, now), KEY);
        await storeRole(session.user.id, now);
      }),
    );
    removeReplicas();
    await openPortal(session.user);
  });

/**
 * The server renewed a session. Returns the new one, which this tab keeps in memory on a full
 * device; null when the old one is no longer the current session.
 */
export const renewed = (old: StoredSession, next: StoredSession): Promise<StoredSession | null> =>
  transition(async () => {
    const { unstored } = state;
    try {
      const isReplaced = await changeStored(async ({ session }) => {
        if (session?.refreshToken !== old.refreshToken) return false;
        await db.session.put(next, KEY);
        return true;
      });
      if (!isReplaced) return null;
      state.unstored = null;
    } catch (error) {
      console.warn('The renewed session could not be stored:', error);
      const replaces = old === unstored?.session ? unstored.replaces : old.refreshToken;
      state.unstored = { replaces, session: next };
      // No live query sees this renewal.
      if (next !== old) void state.verifyRole();
    }
    return next;
  });

/**
 * The server refused to renew a session. False when that session is no longer the current one;
 * otherwise nobody is signed in.
 */
export const refused = (old: StoredSession): Promise<boolean> =>
  transition(async () => {
    const isEnded = await changeStored(async ({ session }) => {
      if (session?.refreshToken !== old.refreshToken) return false;
      await removeStored();
      return true;
    }).catch(orWarn('The session could not be removed:', true));
    removeReplicas();
    if (isEnded) closePortal('session-ended');
    return isEnded;
  });

/**
 * The server confirmed the role. False when its user is no longer signed in. On a full device only
 * this tab knows of the confirmation.
 */
export const roleConfirmed = ({ user }: StoredSession): Promise<boolean> =>
  transition(async () => {
    const at = Date.now();
    const known = await changeStored(async ({ session }) => {
      if (session?.user.id !== user.id) return null;
      await storeRole(user.id, at);
      return session.user;
    }).catch(orWarn('The role could not be stored:', user));
    if (!known) return false;
    state.confirmed = { userId: known.id, at };
    await openPortal(known);
    return true;
  });

/**
 * The server gave no answer about the role, or refused to give one (`isRefused`), which closes the
 * portal and keeps its lists. False when the answer no longer applies, as for `roleLost`.
 */
export const roleUndecided = (asked: Known, isRefused: boolean): Promise<boolean> =>
  transition(async () => {
    const known = await readKnown();
    if (!known.session || !stillApplies(asked, known)) return false;
    if (isRefused || state.auth.status === 'loading')
      change({ status: 'signed-in', user: known.session.user, isAdmin: false });
    return true;
  });

/**
 * The server asks the session for a code of the second factor: the portal closes until `renewed`
 * brings a session that has it, and lists and waiting changes stay. False as for `roleLost`, or when
 * the session has the code now.
 */
export async function codeNeeded(asked: Known): Promise<boolean> {
  const known = await readKnown();
  const { session } = known;
  if (!session || !stillApplies(asked, known)) return false;
  if (claimsOf(session.accessToken)['aal'] === 'aal2') return false;
  if (!(await renewed(session, { ...session, needsCode: true }))) return false;
  await followed();
  return true;
}

/**
 * The server said that a user is no administrator. Everything of theirs goes, waiting changes
 * included, and their session, which is returned. With `asked` the answer applies only while no
 * newer one confirmed the role.
 */
export const roleLost = (userId: string, asked?: Known): Promise<StoredSession | null> =>
  transition(async () => {
    let discarded = 0;
    const ended = await changeStored(
      async (known) => {
        if (asked && !stillApplies(asked, known)) return null;
        discarded = await forgetUser(db, userId);
        if (known.session?.user.id !== userId) return null;
        await removeStored();
        return known.session;
      },
      [db.entries, db.files],
    ).catch(orWarn('The former administrator could not be removed:', asked?.session ?? null));
    removeReplicas();
    if (ended) closePortal('not-admin', discarded);
    return ended;
  });

/**
 * The person signed out here. Returns the session that ended; null for none. Rejects, and changes
 * nothing, when the browser cannot remove it: the next start would sign them in again.
 */
export const signedOut = (): Promise<StoredSession | null> =>
  transition(async () => {
    const ended = await changeStored(async ({ session }) => {
      await removeStored();
      return session;
    });
    removeReplicas();
    closePortal(null);
    return ended;
  });

/**
 * The stored session may be another: at the start, after a change in any tab, and when the person
 * returns. The portal opens if the server confirmed the role within the last seven days; after that
 * its lists go.
 */
const followed = (): Promise<void> =>
  transition(async () => {
    const { session, confirmedAt } = await readKnown();
    const { auth } = state;
    if (!session) followSignOut(auth);
    else if (session.needsCode)
      change({ status: 'signed-in', user: session.user, isAdmin: false, needsCode: true }, null);
    else if (confirmedAt !== null) await openPortal(session.user);
    else if (auth.status !== 'signed-in' || auth.isAdmin || auth.user.id !== session.user.id)
      change({ status: 'loading' }, null);
    // After the portal is open, because removing takes longer than reading.
    await changeStored((known) =>
      abandonReplicas(db, known.confirmedAt === null ? null : known.session.user.id),
    ).catch(orWarn('The lists could not be abandoned:', undefined));
    removeReplicas();
    if (session && !session.needsCode && isRoleDue(session, confirmedAt)) void state.verifyRole();
  });

/**
 * The browser cannot read the session: the sign-in opens, and nothing is deleted. Waits for a
 * database that is being reopened.
 */
function unreadable(error: unknown): void {
  console.error(error);
  if (db.availability !== 'failing' && state.auth.status === 'loading')
    change({ status: 'signed-out', because: null });
}

/** Runs transitions one after the other. */
function transition<T>(work: () => Promise<T>): Promise<T> {
  const result = state.transitions.then(work);
  state.transitions = result.catch(() => undefined);
  return result;
}

/** The key of the only stored session. */
const KEY = 'current';

/** The current session, and when the server confirmed its user's role, if that still counts. */
export type Known =
  { session: null; confirmedAt: null } | { session: StoredSession; confirmedAt: number | null };

/** Reads the session on this device. Rejects when the browser cannot read it. */
export const readKnown = (): Promise<Known> => withReopen(readTables);

/** The session to use now. One that a full device could not store is stored first, if possible. */
export async function currentSession(): Promise<StoredSession | null> {
  const { session } = await readKnown();
  if (session && session === state.unstored?.session) await renewed(session, session);
  return session;
}

/** How long this device trusts a confirmed role without an answer of the server. */
const TRUSTED_MS = ROLE_BELIEVED_DAYS * 24 * 60 * 60 * 1000;

type StoredRole = { checkedAt: number };

const readTables = (): Promise<Known> =>
  db.transaction('r', db.session, db.portalFacts, async () => {
    const stored = await db.session.get(KEY);
    if (!stored) return { session: null, confirmedAt: null };
    const { id } = stored.user;
    const role = (await db.portalFacts.get([id, 'role']))?.value as StoredRole | undefined;
    const { unstored, confirmed } = state;
    const at = Math.max(role?.checkedAt ?? 0, confirmed?.userId === id ? confirmed.at : 0);
    return {
      session: unstored?.replaces === stored.refreshToken ? unstored.session : stored,
      confirmedAt: Date.now() - at <= TRUSTED_MS ? at : null,
    };
  });

/**
 * Reads and changes the stored session in one transaction. A browser killed at any moment
 * has done all of it or nothing.
 */
const changeStored = <T>(work: (known: Known) => Promise<T>, tables: Table[] = []): Promise<T> =>
  withReopen(() =>
    db.transaction(
      'rw',
      [db.session, db.portalFacts, db.forms, db.replicas, db.receipts, ...tables],
      async () => work(await readTables()),
    ),
  );

const storeRole = (userId: string, checkedAt: number) =>
  db.portalFacts.put({ userId, key: 'role', value: { checkedAt } satisfies StoredRole });

/** Removes the session and abandons every replica. Waiting entries stay. */
async function removeStored(): Promise<void> {
  await db.session.delete(KEY);
  await abandonReplicas(db, null);
}

/** A session as stored; `now`: when it was issued. */
export const toStored = (
  { accessToken, refreshToken, lifetimeMs, user }: Omit<Session, 'factor'>,
  now: number,
): StoredSession => ({
  accessToken,
  refreshToken,
  user,
  renewedAt: now,
  expiresAt: now + lifetimeMs,
});

/** True until a newer answer about the role is stored, or somebody else signs in. */
const stillApplies = (asked: Known, known: Known): boolean =>
  asked.session?.user.id === known.session?.user.id && asked.confirmedAt === known.confirmedAt;

/** A confirmation this young is not asked for again: a sign-in, or another tab, has just asked. */
const JUST_CONFIRMED_MS = 10_000;

/** A renewed session has its role confirmed again. */
function isRoleDue({ renewedAt }: StoredSession, confirmedAt: number | null): boolean {
  if (confirmedAt === null || confirmedAt < renewedAt) return true;
  const age = Date.now() - confirmedAt;
  return age < 0 || age > JUST_CONFIRMED_MS;
}

/** Without a replica the portal shows that it has no lists. */
async function openPortal(user: User): Promise<void> {
  const open = state.replica?.userId === user.id ? state.replica : null;
  const name = await nameReplica(db, user.id).catch(
    orWarn('This device could not open its lists:', open?.replica.name ?? null),
  );
  const auth: AuthState = { status: 'signed-in', user, isAdmin: true };
  if (name === null) change(auth, null);
  else if (name === open?.replica.name) change(auth);
  else change(auth, { userId: user.id, replica: new ReplicaDatabase(name) });
}

/** Closes the portal of a session that this tab did not end; keeps the reason of one that it did. */
function followSignOut(auth: AuthState): void {
  if (auth.status !== 'signed-out') closePortal(auth.status === 'signed-in' ? 'elsewhere' : null);
}

function closePortal(because: SignedOutReason | null, discarded = 0): void {
  state.unstored = null;
  state.confirmed = null;
  change({ status: 'signed-out', because, ...(discarded > 0 && { discarded }) }, null);
  void unsubscribeFromPush();
}

/** Removes abandoned replicas. A frozen tab may delay it, and the next start removes the rest. */
const removeReplicas = () =>
  void removeAbandoned(db).catch(orWarn('The lists could not be removed:', undefined));

function change(auth: AuthState, replica = state.replica): void {
  const before = { ...state };
  if (JSON.stringify(auth) !== JSON.stringify(before.auth)) state.auth = auth;
  state.replica = replica;
  if (state.auth === before.auth && replica === before.replica) return;
  changes.emit();
  if (replica !== before.replica) before.replica?.replica.closeForGood();
}

/** A handler that logs a failure and returns a value in its place. */
const orWarn =
  <T>(message: string, value: T) =>
  (error: unknown): T => {
    console.warn(message, error);
    return value;
  };
