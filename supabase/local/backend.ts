import './runtime-globals.ts';
import { App } from '@supabase/lite';
import { createFileStorage } from './file-storage.ts';
import type { LocalDatabase } from './open-database.ts';
import { allowOtherOrigins, answerPreflight } from './repairs/cors.ts';
import { rememberDatabaseErrors, restoreDatabaseStatus } from './repairs/database-errors.ts';
import { honourGrants } from './repairs/grants.ts';
import { unwrapMultipartUpload } from './repairs/multipart-uploads.ts';
import { muteWarnings, unmuteWarnings } from './repairs/mute-warnings.ts';
import { keepContentsOutOfLog, reportFailure } from './repairs/quiet-log.ts';
import { honourRange } from './repairs/ranges.ts';
import { requestContext, type RequestContext } from './repairs/request-context.ts';
import { withRequestHeaders } from './repairs/request-headers.ts';
import { honourDownload, refuseBadSignature, renameSignedUrl } from './repairs/signed-urls.ts';
import { readWhole } from './request-body.ts';

/** A 10 MiB file, the largest that a bucket takes, in its multipart wrapping. */
const MAX_BODY_BYTES = 11 * 1024 * 1024;

export interface BackendOptions {
  database: LocalDatabase;
  /** Where stored objects live. */
  filesDir: string;
  /** The target of links in authentication e-mails. */
  siteUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/**
 * Answers /rest/v1, /auth/v1 and /storage/v1 as hosted Supabase does, as far as this product uses them. `client` is the
 * address that counts as the sender's; whatever X-Forwarded-For says is replaced by it.
 */
export type Backend = (request: Request, client: string) => Promise<Response>;

/** What is left of the body is not read, so nothing else can come over this connection. */
const tooLarge = () =>
  Response.json(
    { statusCode: '413', error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
    { status: 413, headers: { connection: 'close' } },
  );

/** Puts PostgREST, Auth and Storage of @supabase/lite, with its stock behaviour mended, on an open database. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { connection, exclusive } = options.database;
  keepContentsOutOfLog();
  honourGrants(connection);
  rememberDatabaseErrors(connection);

  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      enable_signup: true,
      site_url: options.siteUrl,
      jwt_expiry: 3600,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      email: { enable_signup: true, enable_confirmations: false },
    },
    storage: { enabled: true, file_size_limit: '10MiB' },
    studio: { enabled: false },
    options: { server: { admin: false } },
  });
  app._storageAdapter = createFileStorage(options.filesDir);
  muteWarnings();
  await app.init().finally(unmuteWarnings);

  return async (incoming, client) => {
    const preflight = answerPreflight(incoming);
    if (preflight !== undefined) return preflight;
    const headers = new Headers(incoming.headers);
    headers.set('x-forwarded-for', client);
    const whole = await readWhole(incoming, headers, MAX_BODY_BYTES);
    if (whole === undefined) return allowOtherOrigins(incoming, tooLarge());
    const request = await unwrapMultipartUpload(whole);
    const context: RequestContext = { request };
    const answer = () => withRequestHeaders(connection, request, () => app.fetch(request, { peerAddress: null }));
    let response = await requestContext.run(context, () => exclusive(answer));
    response = restoreDatabaseStatus(request, response, context.databaseError);
    response = await renameSignedUrl(request, response);
    response = honourDownload(request, response);
    response = refuseBadSignature(request, response);
    response = await honourRange(request, response);
    reportFailure(request, response, context.databaseError?.code);
    return allowOtherOrigins(request, response);
  };
}
