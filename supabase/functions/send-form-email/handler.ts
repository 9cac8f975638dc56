import { senderOf, type Company } from '../_shared/company.ts';
import { CORS_HEADERS } from '../_shared/cors.ts';
import type { Transport } from '../_shared/mail.ts';
import { mailIdOf } from '../_shared/mail-id.ts';
import { composePush, type PushMessage } from './compose-push.ts';
import { composeMail, type Kind } from './compose.ts';
import { parseRequest } from './parse-request.ts';
import type { Caller, Claim, Records } from './records.ts';

interface HandlerOptions {
  records: Records;
  transport: Transport;
  /** The office's mailboxes. */
  to: readonly string[];
  company: Company;
  /** The site's address, for links to the portal. */
  site: () => string;
  /** Whether customers get receipts. */
  receipts?: 'on' | 'off' | 'malformed';
  /** Whether customers are reminded of a visit. */
  reminders?: 'on' | 'off' | 'malformed';
  /**
   * Starts the mail and notifications to customer and crew after the alert, without waiting for them.
   */
  afterAlert: (kind: Kind, id: string) => void;
  /** Starts the due notification of a report or to one of the crew, without waiting for it. */
  notifyOfCrew: (id: string) => void;
  /**
   * Starts the push to the administrators' devices, without waiting for it; null where web push is
   * not set up.
   */
  notify: ((message: PushMessage) => void) | null;
}

const answer = (status: number, body: Record<string, string>, headers = {}) =>
  Response.json(body, { status, headers: { ...CORS_HEADERS, ...headers } });

/**
 * POST mails the office about one stored submission and about its customer's answers, each once, and starts the
 * due mail and notifications to its customer. Answers 200: sent now or before; 202: another
 * caller is sending it, or a notification of the crew's report may be on its way; 400 and 413: a bad request; 404: an unknown record; 502: mail or database
 * failed. GET is for a watcher from outside, and with `?by=schedule` for the database's schedule: it stores a heartbeat and answers 200 while function,
 * database and mail work, else 503.
 */
export function createHandler({
  records,
  transport,
  to,
  company,
  site,
  receipts = 'off',
  reminders = 'off',
  afterAlert,
  notifyOfCrew,
  notify,
}: HandlerOptions): (request: Request) => Promise<Response> {
  /** For `npm run deploy:check`: nothing secret. */
  const settings = {
    'x-receipts': receipts,
    'x-reminders': reminders,
    'x-company': encodeURIComponent(company.name),
    'x-phone': encodeURIComponent(company.phone),
  };

  async function send(
    kind: Kind,
    id: string,
    claim: Extract<Claim, { outcome: 'claimed' }>,
  ): Promise<Response> {
    const { record, job_title: jobTitle, event = null } = claim;
    // Once, whatever the mail does: a later attempt is about the same submission.
    if (claim.attempts === 1) notify?.(composePush(kind, id, record, event));
    const mail = composeMail({ kind, id, record, jobTitle, event }, site());
    const result = await transport({
      id: mailIdOf(claim.alert_id, claim.bounces),
      to,
      from: senderOf(company),
      ...mail,
    });
    if (!result.sent) console.error(`The alert ${claim.alert_id} was not sent. ${result.reason}`);
    await records.finish(claim.alert_id, result).catch(logFinish);
    if (result.sent && claim.more) return answerClaim(kind, id, await claimOf(kind, id));
    return result.sent
      ? answer(200, { status: 'sent' })
      : answer(502, {
          error: 'The email could not be sent. The record is stored and marked for the staff.',
        });
  }

  /** Null when the database fails. */
  async function claimOf(kind: Kind, id: string): Promise<Claim | null> {
    try {
      return await records.claim(kind, id);
    } catch (error) {
      console.error('An alert could not be claimed.', error);
      return null;
    }
  }

  function answerClaim(kind: Kind, id: string, claim: Claim | null): Response | Promise<Response> {
    switch (claim?.outcome) {
      case undefined:
        return answer(502, { error: 'The database could not be asked. Please try again.' });
      case 'unknown':
        return answer(404, { error: 'There is no such record.' }, settings);
      case 'sent':
        return answer(200, { status: 'already sent' });
      case 'claimed-elsewhere':
        return answer(202, { status: 'being sent' });
      case 'claimed':
        return send(kind, id, claim);
    }
  }

  async function answerWatcher(caller: Caller): Promise<Response> {
    try {
      return (await records.countLate(caller)) === 0
        ? answer(200, { status: 'all mails are sent' })
        : answer(503, { error: 'A mail was not sent for more than an hour.' });
    } catch (error) {
      console.error('The late mails could not be counted.', error);
      return answer(503, {
        error: 'The database could not be asked, or takes no writes: its disk may be full.',
      });
    }
  }

  // The lease expires: at worst the same mail goes out again under the same id.
  const logFinish = (error: unknown) =>
    console.error('The outcome of an alert was not recorded.', error);

  return async (request) => {
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: CORS_HEADERS });
    if (request.method === 'GET' || request.method === 'HEAD')
      return answerWatcher(
        new URL(request.url).searchParams.get('by') === 'schedule' ? 'schedule' : 'watcher',
      );
    if (request.method !== 'POST') return answer(405, { error: 'Use POST.' });
    const asked = await parseRequest(request);
    if (!asked.ok) return answer(asked.status, { error: asked.message });
    const { kind, id } = asked;
    if (kind === 'crew') {
      notifyOfCrew(id);
      return answer(202, { status: 'being sent' });
    }
    const claim = await claimOf(kind, id);
    const answered = await answerClaim(kind, id, claim);
    if (claim !== null && claim.outcome !== 'unknown') afterAlert(kind, id);
    return answered;
  };
}
