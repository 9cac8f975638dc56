import { readEnvironment } from '../_shared/environment.ts';
import { MAILBOXES_RULE, readMailboxes } from '../_shared/mailboxes.ts';
import { createProjectApi } from '../_shared/project-api.ts';
import { readReceiptLimit, RECEIPTS_RULE } from '../_shared/receipt-limit.ts';
import { readSiteAddress, SITE_RULE } from '../_shared/site-address.ts';
import { createResendTransport } from '../_shared/transports/resend.ts';
import { createHandler } from './handler.ts';
import { createReceipts, createRecords } from './records.ts';
import { createReceiptSender, type SendReceipt } from './send-receipt.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};
/** Supabase's runtime, which else may end the function with its answer. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const env = readEnvironment(
  (name) => Deno.env.get(name),
  ['RESEND_API_KEY', 'MAIL_TO', 'MAIL_FROM', 'SITE_URL'],
  {
    MAIL_TO: (value) => (readMailboxes(value) === null ? MAILBOXES_RULE : null),
    SITE_URL: (value) => (readSiteAddress(value) === null ? SITE_RULE : null),
  },
);

// A mistake in this setting never stops the office's mail.
const perDay = readReceiptLimit(Deno.env.get('MAIL_RECEIPTS'));
if (perDay === 'malformed') console.error(`MAIL_RECEIPTS ${RECEIPTS_RULE}. No receipt is sent.`);

const project = createProjectApi({ ...env, fetch });
const mail = {
  transport: createResendTransport({
    apiKey: env.RESEND_API_KEY,
    baseUrl: Deno.env.get('RESEND_BASE_URL') ?? 'https://api.resend.com',
  }),
  to: readMailboxes(env.MAIL_TO) ?? [],
  from: env.MAIL_FROM,
  site: () => readSiteAddress(env.SITE_URL) ?? '',
};
const sendReceipt =
  typeof perDay === 'number'
    ? createReceiptSender({ ...mail, receipts: createReceipts(project), perDay })
    : null;

function afterAlert(...submission: Parameters<SendReceipt>): void {
  const sending = sendReceipt?.(...submission);
  if (sending && typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(sending);
}

Deno.serve(
  createHandler({
    ...mail,
    records: createRecords(project),
    receipts: perDay === null ? 'off' : perDay === 'malformed' ? 'malformed' : 'on',
    afterAlert,
  }),
);
