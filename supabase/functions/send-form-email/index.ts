import { createResendTransport } from '../_shared/transports/resend.ts';
import { createHandler } from './handler.ts';
import { createRecords } from './records.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const NAMES = ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY', 'RESEND_API_KEY', 'MAIL_TO', 'MAIL_FROM'] as const;

const values = Object.fromEntries(NAMES.map((name) => [name, Deno.env.get(name) ?? ''])) as Record<(typeof NAMES)[number], string>;
const missing = NAMES.filter((name) => values[name] === '');
if (missing.length > 0) throw new Error(`Set these secrets of the function: ${missing.join(', ')}.`);

Deno.serve(
  createHandler({
    records: createRecords({ url: values.SUPABASE_URL, secretKey: values.SUPABASE_SERVICE_ROLE_KEY, fetch }),
    transport: createResendTransport({
      apiKey: values.RESEND_API_KEY,
      baseUrl: Deno.env.get('RESEND_BASE_URL') ?? 'https://api.resend.com',
    }),
    to: values.MAIL_TO,
    from: values.MAIL_FROM,
  }),
);
