import type { Bucket } from '../domain/entities.ts';
import { PAGE_ROWS, type AdminBackend, type AdminSendResult, type Answered, type RevisedRow, type RowOf } from './admin-backend.ts';
import { readAlert, readInsert, readRemoval, readUpload, type Answer } from './answer.ts';
import type { SendResult } from './backend.ts';
import { createBucketCheck, type BucketCheck } from './bucket-check.ts';
import { request, type Reply } from './request.ts';
import { askSignedIn, readAnswer, type WithoutToken } from './signed-in.ts';
import type { Fetch } from './strict-fetch.ts';
import type { SupabaseOptions } from './supabase-backend.ts';
import * as calls from './supabase-calls.ts';
import type { TokenSource } from './token-source.ts';

type Call<T = never> = (line: calls.Line, userId: string) => Promise<Reply<T>>;

interface Way {
  timeoutMs: number;
  through: Fetch;
}

const REQUEST_MS = 30_000;
const LINK_SECONDS = 3600;
/** What lies under a minted path never changes. */
const A_YEAR = '31536000';

const isBoolean = (data: unknown) => typeof data === 'boolean';
const isRows = <T>(data: unknown): data is T[] => Array.isArray(data);
const isSyncState = (data: unknown): data is { epoch: string; rev: number } =>
  typeof data === 'object' && data !== null && 'epoch' in data && 'rev' in data && typeof data.rev === 'number';

export interface AdminOptions extends SupabaseOptions {
  token: TokenSource;
  /** Shared by the adapters of one session, which look at each bucket once between them. */
  checkBucket?: BucketCheck;
}

/** The adapter of the administrators' port: Supabase, through clients that carry the signed-in user's token. */
export function createSupabaseAdminBackend(options: AdminOptions): AdminBackend {
  const { url, publishableKey, token, checkBucket = createBucketCheck(), fetch = globalThis.fetch, uploadFetch = () => fetch } = options;
  const usual: Way = { timeoutMs: REQUEST_MS, through: fetch };

  const ask = <T = never>(call: Call<T>, { timeoutMs, through } = usual): Promise<Reply<T> | WithoutToken> =>
    askSignedIn(token, (user) => {
      const headers = { apikey: publishableKey, authorization: `Bearer ${user.token}` };
      return request(through, timeoutMs, (send) => call({ url, headers, send }, user.userId));
    });

  async function send(read: (answer: Answer) => SendResult, call: Call, way?: Way): Promise<AdminSendResult> {
    const reply = await ask(call, way);
    return 'outcome' in reply ? reply : read(reply);
  }

  const question = async <T>(call: Call<T>): Promise<Answered<T>> => readAnswer(await ask(call));

  /** The rows of a table, or the tombstones, between two revisions. */
  const between = (line: calls.Line, table: string, columns: string, after: number, upTo: number) =>
    calls.restOf(line).from(table).select(columns).gt('rev', after).lte('rev', upTo).order('rev').limit(PAGE_ROWS);

  const ensureBucket = (bucket: Bucket) =>
    checkBucket(bucket, async (call) => {
      const reply = await ask(call);
      return 'outcome' in reply ? { message: reply.outcome } : reply;
    });

  return {
    isAdmin: () =>
      question(async (line, userId) =>
        calls.restReply(await calls.restOf(line).rpc('has_role', { _user_id: userId, _role: 'admin' }), isBoolean),
      ),

    async uploadPicture(bucket, file, timeoutMs, onProgress = () => undefined) {
      await ensureBucket(bucket);
      const way = { timeoutMs, through: uploadFetch(onProgress) };
      return send(readUpload, (line) => calls.upload(line, bucket, file, { cacheControl: A_YEAR }), way);
    },

    insertRow: (table, row) => send(readInsert, (line) => calls.insert(line, table, row)),

    async removeFiles(bucket, paths) {
      await ensureBucket(bucket);
      return send(readRemoval, async (line) => calls.storageAnswer((await calls.bucketOf(line, bucket).remove([...paths])).error));
    },

    deleteRows: (table, ids) =>
      send(readRemoval, async (line) => calls.restAnswer(await calls.restOf(line).from(table).delete().in('id', ids))),

    async findRows(table, ids) {
      const answer = await question(async (line) =>
        calls.restReply(await calls.restOf(line).from(table).select('id').in('id', ids), isRows<{ id: string }>),
      );
      return answer.outcome === 'answered' ? { ...answer, value: answer.value.map(({ id }) => id) } : answer;
    },

    readSyncState: () => question(async (line) => calls.restReply(await calls.restOf(line).rpc('sync_state'), isSyncState)),

    readChanges: (table, after, upTo) =>
      question(async (line) => calls.restReply(await between(line, table, '*', after, upTo), isRows<RowOf<typeof table>>)),

    readDeletions: (table, after, upTo) =>
      question(async (line) =>
        calls.restReply(await between(line, 'deleted_rows', 'id, rev', after, upTo).eq('table_name', table), isRows<RevisedRow>),
      ),

    countRows: (table) =>
      question(async (line) => {
        const { count, ...said } = await calls.restOf(line).from(table).select('*', { count: 'exact', head: true });
        return { ...calls.restAnswer(said), ...(count !== null && { value: count }) };
      }),

    async signResumeLink(path) {
      await ensureBucket('resumes');
      return question(async (line) => {
        const { data, error } = await calls.bucketOf(line, 'resumes').createSignedUrl(path, LINK_SECONDS, { download: true });
        return { ...calls.storageAnswer(error), ...(data && { value: data.signedUrl }) };
      });
    },

    sendAlert: (kind, id) => send(readAlert, (line) => calls.sendFormEmail(line, { type: kind, data: { id } })),

    publicUrl: (bucket, path) => calls.bucketOf({ url, headers: {}, send: fetch }, bucket).getPublicUrl(path).data.publicUrl,
  };
}
