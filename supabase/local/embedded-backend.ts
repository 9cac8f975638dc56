import './runtime-globals.ts';
import { mkdir } from 'node:fs/promises';
import { App, ConsoleEmailDriver, NoopSmsDriver } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { applyAuthRules, PORTAL_PATH } from './auth/auth-rules.ts';
import { MIN_PASSWORD_LENGTH } from './auth/users.ts';
import { createSignInGuard } from './auth/sign-in-guard.ts';
import { createGate } from './gate/gate.ts';
import { createFileStorage } from './storage/file-storage.ts';
import type { LocalDatabase } from './database/open-database.ts';
import {
  honourGrants,
  refuseFalseCommits,
  serialiseStrictly,
  withRequestHeaders,
} from './shims/connection.ts';
import {
  dateErrors,
  nameStorageErrors,
  rememberDatabaseErrors,
  restoreDatabaseStatus,
} from './shims/answers.ts';
import { refuseForm, unwrapMultipartUpload } from './shims/requests.ts';
import { muteWarnings, unmuteWarnings, keepContentsOutOfLog, reportFailure } from './shims/log.ts';
import { honourLink, renameSignedUrl } from './shims/downloads.ts';
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
export type Backend = (request: Request, client: string) => Promise<Response>;

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
  refuseFalseCommits(connection);
  serialiseStrictly(connection);

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

/** Creates the services for an open database, and again when it had to be opened anew. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { exclusive } = options.database;
  await mkdir(options.filesDir, { recursive: true });
  keepContentsOutOfLog();
  const admit = createGate(options);
  const guardSignIn = createSignInGuard(options.database);
  const apps = new WeakMap<PgliteConnection, App>();
  async function appOn(connection: PgliteConnection): Promise<App> {
    const app = apps.get(connection) ?? (await createApp(connection, options));
    apps.set(connection, app);
    return app;
  }
  await exclusive(appOn);

  const serve = (request: Request): Promise<Response> =>
    exclusive(async (connection) => {
      const app = await appOn(connection);
      const fetch = async (inner: Request) => app.fetch(inner, { peerAddress: null });
      return withRequestHeaders(connection, request, () =>
        applyAuthRules(connection, request, fetch, options.jwtSecret),
      );
    });

  return async (incoming, client) => {
    const admitted = await admit(incoming);
    if (admitted instanceof Response) return admitted;
    const request = await unwrapMultipartUpload(admitted);
    if (request === undefined) return refuseForm();
    request.headers.append('x-forwarded-for', client);
    const context: RequestContext = {};
    let response = await requestContext.run(context, () =>
      guardSignIn(request, client, () => serve(request)),
    );
    response = restoreDatabaseStatus(request, response, context.databaseError);
    response = await renameSignedUrl(request, response);
    response = honourLink(request, response);
    response = await nameStorageErrors(request, response);
    response = await dateErrors(request, response);
    reportFailure(request, response, context.databaseError?.code);
    return response;
  };
}
