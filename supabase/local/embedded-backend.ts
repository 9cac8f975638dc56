import './runtime-globals.ts';
import { mkdir } from 'node:fs/promises';
import { App, ConsoleEmailDriver, NoopSmsDriver } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { applyAuthRules, PORTAL_PATH } from './auth/auth-rules.ts';
import { MIN_PASSWORD_LENGTH } from './auth/users.ts';
import { createSignInGuard } from './auth/sign-in-guard.ts';
import { createGate } from './gate/gate.ts';
import { refuseBusy, refuseFullDisk, refuseLongBody, refuseLost } from './gate/refusals.ts';
import { readSchema } from './gate/schema.ts';
import { readWhole, UNBOUNDED, type Memory } from './server/request-body.ts';
import { SessionLost } from './database/database-session.ts';
import { hasRoomFor } from './storage/disk-room.ts';
import { createFileStorage } from './storage/file-storage.ts';
import { noteCode } from './server/log.ts';
import type { LocalDatabase } from './database/open-database.ts';
import {
  proveCommits,
  honourGrants,
  readWithoutWriting,
  withRequestHeaders,
  serialiseStrictly,
} from './shims/connection.ts';
import {
  allowOtherOrigins,
  answerPreflight,
  rememberDatabaseErrors,
  restoreDatabaseStatus,
  nameStorageErrors,
  dateErrors,
} from './shims/answers.ts';
import { refuseForm, unwrapMultipartUpload } from './shims/requests.ts';
import { muteWarnings, unmuteWarnings, keepContentsOutOfLog, reportFailure } from './shims/log.ts';
import { honourRange, honourLink, renameSignedUrl } from './shims/downloads.ts';
import { requestContext, type RequestContext } from './shims/request-context.ts';

interface BackendOptions {
  database: LocalDatabase;
  /** The folder of stored objects. */
  filesDir: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/**
 * Answers /rest/v1, /auth/v1 and /storage/v1 as hosted Supabase does, as far as this product uses
 * them. `client` is the address that the connection comes from; the flood guard counts it.
 */
export type Backend = (request: Request, client: string, memory?: Memory) => Promise<Response>;

/**
 * The product sends no such messages. The default drivers would print them, with reset links and
 * codes.
 */
const SILENT = {
  email: new ConsoleEmailDriver({ silent: true }),
  sms: new NoopSmsDriver({ silent: true }),
};

/** PostgREST, Auth and Storage of @supabase/lite with our shims, on one database session. */
async function createApp(connection: PgliteConnection, options: BackendOptions): Promise<App> {
  honourGrants(connection);
  rememberDatabaseErrors(connection);
  proveCommits(connection);
  serialiseStrictly(connection);
  readWithoutWriting(connection);

  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      enable_signup: false,
      minimum_password_length: MIN_PASSWORD_LENGTH,
      site_url: PORTAL_PATH,
      jwt_expiry: 3600,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      email: { enable_signup: true, enable_confirmations: false },
    },
    storage: { enabled: true, file_size_limit: '10MiB' },
    studio: { enabled: false },
    options: { server: { admin: false }, drivers: SILENT },
  });
  app._storageAdapter = createFileStorage(options.filesDir);
  muteWarnings();
  await app.init().finally(unmuteWarnings);

  return app;
}

/**
 * Creates the services for an open database, and again for each session that replaces the current
 * one.
 */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { exclusive } = options.database;
  await mkdir(options.filesDir, { recursive: true });
  keepContentsOutOfLog();
  const admit = createGate(await readSchema(options.database), options);
  const apps = new WeakMap<PgliteConnection, App>();
  async function appOn(connection: PgliteConnection): Promise<App> {
    const app = apps.get(connection) ?? (await createApp(connection, options));
    apps.set(connection, app);
    return app;
  }
  await exclusive(appOn);

  async function serve(request: Request): Promise<Response> {
    const answer = async (connection: PgliteConnection) => {
      // Checked again during exclusive use: concurrent requests and this body have taken space
      // since.
      if (!(await hasRoomFor(request, options.filesDir))) {
        noteCode('53100');
        return refuseFullDisk(new URL(request.url).pathname);
      }
      const app = await appOn(connection);
      const next = async () => app.fetch(request, { peerAddress: null });
      return withRequestHeaders(connection, request, () =>
        applyAuthRules(connection, request, next, options.jwtSecret),
      );
    };
    try {
      return await exclusive(answer);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
      noteCode('08006');
      return refuseLost(new URL(request.url).pathname);
    }
  }
  const guardSignIn = createSignInGuard(options.database);

  async function answer(
    incoming: Request,
    client: string,
    memory: Memory = UNBOUNDED,
  ): Promise<Response> {
    const preflight = answerPreflight(incoming);
    if (preflight !== undefined) return preflight;
    const admission = admit(incoming);
    if (admission instanceof Response) return allowOtherOrigins(admission);
    const { pathname } = new URL(incoming.url);
    if (!(await hasRoomFor(incoming, options.filesDir))) {
      const later = refuseFullDisk(pathname);
      reportFailure(incoming, later, '53100');
      return allowOtherOrigins(later);
    }
    const { headers } = admission;
    headers.append('x-forwarded-for', client);
    const whole = await readWhole(incoming, headers, admission.maxBytes, memory);
    if (whole === 'too-long') return allowOtherOrigins(refuseLongBody(pathname));
    if (whole === 'no-memory') {
      const later = refuseBusy(pathname);
      reportFailure(incoming, later, '53200');
      return allowOtherOrigins(later);
    }
    const unwrapped = await unwrapMultipartUpload(whole);
    if (unwrapped === undefined) return allowOtherOrigins(refuseForm());
    const request = await admission.checkBody(unwrapped);
    if (request instanceof Response) return allowOtherOrigins(request);
    const context: RequestContext = { request };
    let response = await requestContext.run(context, () =>
      guardSignIn(request, client, () => serve(request)),
    );
    response = restoreDatabaseStatus(request, response, context.databaseError);
    response = await renameSignedUrl(request, response);
    response = honourLink(request, response);
    response = await honourRange(request, response);
    response = await nameStorageErrors(request, response);
    response = await dateErrors(request, response);
    reportFailure(request, response, context.databaseError?.code);
    return allowOtherOrigins(response);
  }

  return answer;
}
