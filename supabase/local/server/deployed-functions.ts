import { createProjectApi, type ProjectApi } from '../../functions/_shared/project-api.ts';
import { createResendTransport } from '../../functions/_shared/transports/resend.ts';
import { createHandler as createMailEventsHandler } from '../../functions/mail-events/handler.ts';
import { createSignatureCheck } from '../../functions/mail-events/signature.ts';
import { removeDueFiles } from '../../functions/remove-unclaimed-resumes/remove-due-files.ts';
import { createHandler } from '../../functions/send-form-email/handler.ts';
import { createPush } from '../../functions/send-form-email/push.ts';
import {
  createCrewPushes,
  createPushes,
  createReceipts,
  createRecords,
} from '../../functions/send-form-email/records.ts';
import { createAnswerPushSender } from '../../functions/send-form-email/send-answer-push.ts';
import { createCrewPushSender } from '../../functions/send-form-email/send-crew-push.ts';
import { createReceiptSender } from '../../functions/send-form-email/send-receipt.ts';
import type { VapidKeys } from '../../functions/_shared/vapid.ts';
import type { Backend } from '../embedded-backend.ts';
import type { Env } from '../settings.ts';
import { createSmtpTransport } from '../mail/smtp-transport.ts';
import type { LocalDatabase } from '../database/open-database.ts';
import { startRounds } from './rounds.ts';

/** A fetch that calls the embedded backend without a network. */
export const fetchFrom =
  (backend: Backend): typeof fetch =>
  (input, init) =>
    backend(new Request(input, init), '127.0.0.1');

/** The embedded backend as a function's project: the same requests, answered in this process. */
export const localProject = (backend: Backend, secretKey: string): ProjectApi =>
  createProjectApi({
    url: 'http://localhost',
    secretKey,
    fetch: fetchFrom(backend),
  });

export type DeployedFunction = (request: Request) => Promise<Response>;

/** The deployed function mail-events with its name; empty without the webhook secret. */
export const createMailEvents = (
  project: ProjectApi,
  { webhookSecret }: Env['mail'],
): [string, DeployedFunction][] =>
  webhookSecret === null
    ? []
    : [['mail-events', createMailEventsHandler(project, createSignatureCheck(webhookSecret))]];

interface AlertFunctionOptions {
  project: ProjectApi;
  mail: Env['mail'];
  vapid: VapidKeys;
  /** The SMTP server for mail when the environment configures none. */
  inbox: { host: string; port: number };
  /** The site's address, for links in mails. */
  site: () => string;
}

interface AlertFunction {
  answer: DeployedFunction;
  /**
   * Resolves when pending work is done: a mail sent but not recorded as sent would be sent twice.
   */
  close(): Promise<void>;
}

/**
 * The deployed function send-form-email, with this process as its project and the environment's
 * mail server.
 */
export function createAlertFunction({
  project,
  mail,
  vapid,
  inbox,
  site,
}: AlertFunctionOptions): AlertFunction {
  const { resend } = mail;
  const { send, close } = resend
    ? { send: createResendTransport(resend), close: () => undefined }
    : createSmtpTransport(mail.smtp ?? inbox);
  const sending = { transport: send, to: mail.to, company: mail.company, site };
  const { receiptsPerDay: perDay, reminders } = mail;
  const push = createPush({ project, keys: vapid, contact: mail.to[0] ?? '', fetch });
  const sendReceipt = createReceiptSender({
    ...sending,
    receipts: createReceipts(project),
    perDay,
    reminders: reminders === 'on',
    dailyLimit: null,
  });
  const sendAnswerPush = createAnswerPushSender({
    pushes: createPushes(project),
    notify: push.toCustomer,
    reminders: reminders === 'on',
  });
  const crew = createCrewPushSender({ pushes: createCrewPushes(project), push });
  const atWork = new Set<Promise<unknown>>();
  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => atWork.delete(tracked));
    atWork.add(tracked);
    return tracked;
  }
  const handle = createHandler({
    ...sending,
    records: createRecords(project),
    receipts: perDay === 0 ? 'off' : 'on',
    reminders,
    afterAlert: (kind, id) => {
      void track(sendReceipt(kind, id));
      if (kind === 'booking') void track(Promise.all([sendAnswerPush(id), crew.sendNew()]));
    },
    notifyOfCrew: (id) => void track(crew.send(id)),
    notify: (message) => void track(push.toOffice(message)),
  });
  /** An answered request may have started a receipt and notifications. */
  async function finish(): Promise<void> {
    while (atWork.size > 0) await Promise.allSettled(atWork);
  }
  return {
    answer: (request) => track(handle(request)),
    close: () => finish().then(close),
  };
}

/** Makes the due visits of fifty series, and returns their number; 0 once none is due. */
async function makeVisits(database: LocalDatabase): Promise<number> {
  const [row] = await database.query<{ made: number }>(
    'select private.make_due_visits(50) as made',
  );
  return row?.made ?? 0;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Runs the hosted database's hourly jobs, now and every hour: makes the visits of series, deletes
 * yesterday's sender addresses and expired records, and removes unclaimed résumés and old pictures of jobs.
 */
export function startHousekeeping(database: LocalDatabase, project: ProjectApi) {
  const runMaintenance = async () => {
    while ((await makeVisits(database)) > 0);
    await database.query('select private.forget_addresses()');
    await database.query('select public.remove_expired(200)');
    await removeDueFiles(project);
  };
  return startRounds(
    runMaintenance,
    HOUR_MS,
    'Visits could not be made, or old addresses, expired records, unclaimed résumés and old pictures could not be removed.',
  );
}
