import { PHONE_RULE, readPhone, readSender, SENDER_RULE } from '../_shared/company.ts';
import { readEnvironment } from '../_shared/environment.ts';
import { MAILBOXES_RULE, readMailboxes } from '../_shared/mailboxes.ts';
import { MAIL_LIMIT_RULE, readMailLimit } from '../_shared/mail-limit.ts';
import { createProjectApi } from '../_shared/project-api.ts';
import { readReceiptLimit, RECEIPTS_RULE } from '../_shared/receipt-limit.ts';
import { readReminders, REMINDERS_RULE } from '../_shared/reminders.ts';
import { readSiteAddress, SITE_RULE } from '../_shared/site-address.ts';
import { createResendTransport } from '../_shared/transports/resend.ts';
import { readVapidKeys } from '../_shared/vapid.ts';
import { createHandler } from './handler.ts';
import { createPush } from './push.ts';
import { createCrewPushes, createPushes, createReceipts, createRecords } from './records.ts';
import { createAnswerPushSender } from './send-answer-push.ts';
import { createCrewPushSender } from './send-crew-push.ts';
import { createReceiptSender } from './send-receipt.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};
/**
 * Supabase's runtime stops a function after its answer unless told to wait; plain Deno lacks this
 * object.
 */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const env = readEnvironment(
  (name) => Deno.env.get(name),
  ['RESEND_API_KEY', 'MAIL_TO', 'MAIL_FROM', 'SITE_URL'],
  {
    MAIL_TO: (value) => (readMailboxes(value) === null ? MAILBOXES_RULE : null),
    MAIL_FROM: (value) => (readSender(value) === null ? SENDER_RULE : null),
    SITE_URL: (value) => (readSiteAddress(value) === null ? SITE_RULE : null),
  },
);

// A mistake in these settings must not stop the office's mail.
const perDay = readReceiptLimit(Deno.env.get('MAIL_RECEIPTS'));
if (perDay === 'malformed') console.error(`MAIL_RECEIPTS ${RECEIPTS_RULE}. No receipt is sent.`);
const reminders = readReminders(Deno.env.get('MAIL_REMINDERS'));
if (reminders === 'malformed')
  console.error(`MAIL_REMINDERS ${REMINDERS_RULE}. No reminder is sent.`);
const dailyLimit = readMailLimit(Deno.env.get('MAIL_DAILY_LIMIT'));
if (dailyLimit === 'malformed') console.error(`MAIL_DAILY_LIMIT ${MAIL_LIMIT_RULE}.`);
const phone = readPhone(Deno.env.get('MAIL_PHONE'));
if (phone === null) console.error(`MAIL_PHONE ${PHONE_RULE}. Mails name none.`);

const project = createProjectApi({ ...env, fetch });
const mail = {
  transport: createResendTransport({
    apiKey: env.RESEND_API_KEY,
    baseUrl: Deno.env.get('RESEND_BASE_URL') ?? 'https://api.resend.com',
  }),
  to: readMailboxes(env.MAIL_TO) ?? [],
  company: { name: '', address: env.MAIL_FROM, ...readSender(env.MAIL_FROM), phone: phone ?? '' },
  site: () => readSiteAddress(env.SITE_URL) ?? '',
};
const keys = readVapidKeys((name) => Deno.env.get(name));
const push = keys && createPush({ project, keys, contact: mail.to[0] ?? '', fetch });

const sendReceipt = createReceiptSender({
  ...mail,
  receipts: createReceipts(project),
  perDay: perDay === 'malformed' ? 0 : perDay,
  reminders: reminders === 'on',
  dailyLimit: dailyLimit === 'malformed' ? null : dailyLimit,
});
const sendAnswerPush = createAnswerPushSender({
  pushes: createPushes(project),
  notify: push && push.toCustomer,
  reminders: reminders === 'on',
});

const crew = createCrewPushSender({ pushes: createCrewPushes(project), push });

function keepAlive(work: Promise<unknown>): void {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work);
}

Deno.serve(
  createHandler({
    ...mail,
    records: createRecords(project),
    receipts: perDay === 0 ? 'off' : perDay === 'malformed' ? 'malformed' : 'on',
    reminders,
    afterAlert: (kind, id) => {
      keepAlive(sendReceipt(kind, id));
      if (kind === 'booking') keepAlive(Promise.all([sendAnswerPush(id), crew.sendNew()]));
    },
    notifyOfCrew: (id) => keepAlive(crew.send(id)),
    notify: push && ((message) => keepAlive(push.toOffice(message))),
  }),
);
