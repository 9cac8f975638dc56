import { readEnvironment } from '../_shared/environment.ts';
import { MAILBOXES_RULE, readMailboxes } from '../_shared/mailboxes.ts';
import { createProjectApi } from '../_shared/project-api.ts';
import { readSiteAddress, SITE_RULE } from '../_shared/site-address.ts';
import { createResendTransport } from '../_shared/transports/resend.ts';
import { createHandler } from './handler.ts';
import { createRecords } from './records.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const env = readEnvironment(
  (name) => Deno.env.get(name),
  ['RESEND_API_KEY', 'MAIL_TO', 'MAIL_FROM', 'SITE_URL'],
  {
    MAIL_TO: (value) => (readMailboxes(value) === null ? MAILBOXES_RULE : null),
    SITE_URL: (value) => (readSiteAddress(value) === null ? SITE_RULE : null),
  },
);

Deno.serve(
  createHandler({
    records: createRecords(createProjectApi({ ...env, fetch })),
    transport: createResendTransport({
      apiKey: env.RESEND_API_KEY,
      baseUrl: Deno.env.get('RESEND_BASE_URL') ?? 'https://api.resend.com',
    }),
    to: readMailboxes(env.MAIL_TO) ?? [],
    from: env.MAIL_FROM,
    site: () => readSiteAddress(env.SITE_URL) ?? '',
  }),
);
