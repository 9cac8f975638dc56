import { parseCrewDays } from '../domain/crew-sheet.ts';
import { callAnonymously, type BuildBackend } from './call-anonymously.ts';
import type { CrewBackend, Registration, ReportResult } from './crew-backend.ts';
import type { Read } from './backend.ts';
import { functionText } from './function-text.ts';
import { classifyAlert, classifyRead, classifyUpload } from './classify-response.ts';
import { request, type Connection, type Fetch, type Reply } from './request.ts';

/** A reply whose value is what `read` makes of the body; without one if that is undefined. */
async function replyOf<T>(
  response: Response,
  read: (body: unknown) => T | undefined,
): Promise<Reply<T>> {
  const { ok, status } = response;
  const body: unknown = await response.json();
  const value = ok ? read(body) : undefined;
  return { status, message: textOf(body, 'message'), ...(value !== undefined && { value }) };
}

const textOf = (body: unknown, name: string): string => {
  const text = ((body ?? {}) as Record<string, unknown>)[name];
  return typeof text === 'string' ? text : '';
};

const outcomeOf = (body: unknown): string => textOf(body, 'outcome');

function registrationOf(body: unknown): Registration | undefined {
  const outcome = outcomeOf(body);
  if (outcome === 'registered') return { outcome, name: textOf(body, 'name') };
  return outcome === 'wrong' || outcome === 'full' ? { outcome } : undefined;
}

type Decision = Extract<ReportResult, { outcome: 'accepted' | 'gone' | 'ended' }>;

function decisionOf(body: unknown): Decision | undefined {
  const outcome = outcomeOf(body);
  if (outcome === 'gone' || outcome === 'ended') return { outcome };
  const late = textOf(body, 'late');
  return outcome === 'added'
    ? {
        outcome: 'accepted',
        late: late === 'cancelled' || late === 'given-away' ? late : null,
      }
    : undefined;
}

/** The real status of Storage, which puts it into the body. */
const statusIn = (body: unknown, status: number): number =>
  Number(textOf(body, 'statusCode')) || status;

/** Storage sends this with the file, which no browser keeps then. */
const NOT_CACHED = 'max-age=0, no-store';

/** A visitor's request carries no token that could end. */
function readOf<T>(reply: Reply<T>): Read<T> {
  const read = classifyRead(reply);
  return read.outcome === 'signed-out' ? { outcome: 'retry', reason: 'server' } : read;
}

/**
 * The adapter of the crew's port: Supabase, by plain requests with the publishable key, because the
 * phone loads no client.
 */
export function createSupabaseCrewBackend(
  backend: BuildBackend,
  fetch: Fetch = (...request) => globalThis.fetch(...request),
): CrewBackend {
  const { supabaseUrl, publishableKey } = backend;
  const connection: Connection = { mayBeClosed: false };

  const ask = <T = never>(timeoutMs: number, call: (send: Fetch) => Promise<Reply<T>>) =>
    request<T>(fetch, timeoutMs, call, { connection });

  const call = <T>(
    name: string,
    args: object,
    timeoutMs: number,
    read: (body: unknown) => T | undefined,
  ) =>
    ask(timeoutMs, async (send) =>
      replyOf(await callAnonymously(backend, name, args, { send }), read),
    );

  const post = (send: Fetch, path: string, body: BodyInit, headers: Record<string, string>) =>
    send(supabaseUrl + path, {
      method: 'POST',
      credentials: 'omit',
      headers: { apikey: publishableKey, ...headers },
      body,
    });

  return {
    register: async ({ code, secret, device }, timeoutMs) =>
      readOf(
        await call(
          'crew_register',
          { _code: code, _key: secret, _device: device },
          timeoutMs,
          registrationOf,
        ),
      ),

    readDays: async (secret, timeoutMs) =>
      readOf(
        await call('crew_jobs', { _key: secret }, timeoutMs, (body) =>
          body === null ? null : (parseCrewDays(body) ?? undefined),
        ),
      ),

    async report(secret, { eventId, job, kind, message, photos, madeAt }, timeoutMs) {
      const args = {
        _key: secret,
        _event_id: eventId,
        _job: job,
        _kind: kind,
        _message: message,
        _pictures: photos,
        _made_at: madeAt,
      };
      const read = readOf(await call('crew_report', args, timeoutMs, decisionOf));
      if (read.outcome === 'read') return read.value;
      return read.outcome === 'rejected' ? { ...read, reason: 'refused' } : read;
    },

    async uploadPhoto({ path, type, bytes }, timeoutMs) {
      const headers = { 'content-type': type, 'cache-control': NOT_CACHED, 'x-upsert': 'false' };
      const reply = await ask(timeoutMs, async (send) => {
        const response = await post(send, `/storage/v1/object/jobs/${path}`, bytes, headers);
        const body: unknown = await response.json();
        if (!response.ok)
          return { status: statusIn(body, response.status), message: textOf(body, 'message') };
        return textOf(body, 'Key') === ''
          ? { status: 0, notOurServer: true }
          : { status: response.status };
      });
      return classifyUpload(reply);
    },

    async notifyOffice(eventId, timeoutMs) {
      const body = JSON.stringify({ type: 'crew', data: { id: eventId } });
      const reply = await ask(timeoutMs, async (send) => {
        const response = await post(send, '/functions/v1/send-form-email', body, {
          'content-type': 'application/json',
        });
        const said: unknown = await response.json();
        const code = functionText(said, 'error');
        if (response.ok)
          // 202: it is being sent.
          return functionText(said, 'status') === null
            ? { status: 0, notOurServer: true }
            : { status: 200 };
        return { status: response.status, ...(code !== null && { code }) };
      });
      return classifyAlert(reply);
    },

    notify: async (secret, { id, endpoint, p256dh, auth }, timeoutMs) =>
      readOf(
        await call(
          'crew_notify',
          { _key: secret, _id: id, _endpoint: endpoint, _p256dh: p256dh, _auth: auth },
          timeoutMs,
          (body) => (typeof body === 'boolean' ? body : undefined),
        ),
      ),
  };
}
