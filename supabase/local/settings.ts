import path from 'node:path';
import * as z from 'zod/mini';
import { COMPANY } from '../../src/site/content/company.ts';
import { DEFAULT_RECEIPTS } from '../functions/_shared/receipt-limit.ts';
import { REMINDERS_RULE } from '../functions/_shared/reminders.ts';
import {
  PHONE_RULE,
  readPhone,
  readSender,
  SENDER_RULE,
  type Company,
} from '../functions/_shared/company.ts';
import { MAILBOXES_RULE, readMailboxes } from '../functions/_shared/mailboxes.ts';
import { isTooLong, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from './auth/users.ts';
import { PATHS } from './project-paths.ts';
import { StartError } from './start-error.ts';

const wholeNumber = (name: string, min: number, max: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}.`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/, { error })), z.transform(Number)),
    z.number().check(z.minimum(min, { error }), z.maximum(max, { error })),
  );
};
const port = (name: string, fallback: number) => z._default(wholeNumber(name, 0, 65535), fallback);
const email = (name: string) => z.email({ error: `${name} must be an email address.` });
/** A setting that a function's reader parses; null for a value that breaks its rule. */
const readBy = <T>(name: string, read: (text: string) => T | null, rule: string) =>
  z.pipe(
    z.string().check(z.refine((text) => read(text) !== null, { error: `${name} ${rule}.` })),
    z.transform((text) => read(text) as T),
  );
const address = (name: string) =>
  z.url({
    protocol: /^https?$/,
    error: `${name} must be an address that starts with https:// or http://.`,
  });

/** Published in the repository, so it is only for trying the product on one's own machine. */
export const DEFAULT_ADMIN_PASSWORD = 'local-admin-password';

/** All environment variables, with the texts for bad values. */
const variables = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port('PORT', 4173),
  INBOX_PORT: port('INBOX_PORT', 4174),
  DATA_DIR: z._default(z.string(), '.data'),
  ADMIN_EMAIL: z._default(email('ADMIN_EMAIL'), 'admin@example.com'),
  ADMIN_PASSWORD: z._default(
    z.string().check(
      z.minLength(MIN_PASSWORD_LENGTH, {
        error: `ADMIN_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters.`,
      }),
      z.refine((password) => !isTooLong(password), {
        error: `ADMIN_PASSWORD must have at most ${MAX_PASSWORD_BYTES} bytes.`,
      }),
    ),
    DEFAULT_ADMIN_PASSWORD,
  ),
  FLOOD_LOOPBACK: z._default(
    z.enum(['exempt', 'on'], { error: 'FLOOD_LOOPBACK must be exempt or on.' }),
    'exempt',
  ),
  VITE_SUPABASE_URL: z.optional(address('VITE_SUPABASE_URL')),
  VITE_SUPABASE_PUBLISHABLE_KEY: z.optional(z.string()),
  SUPABASE_SECRET_KEY: z.optional(z.string()),
  SUPABASE_DB_URL: z.optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'SUPABASE_DB_URL must be an address that starts with postgresql://.',
    }),
  ),
  SUPABASE_DB_PASSWORD: z.optional(z.string()),
  PG_BIN: z.optional(z.string()),
  SITE_URL: z.optional(address('SITE_URL')),
  MAIL_TO: z._default(readBy('MAIL_TO', readMailboxes, MAILBOXES_RULE), ['office@example.com']),
  MAIL_FROM: z._default(readBy('MAIL_FROM', readSender, SENDER_RULE), {
    name: COMPANY.name,
    address: 'website@example.com',
  }),
  MAIL_PHONE: z._default(readBy('MAIL_PHONE', readPhone, PHONE_RULE), COMPANY.phone),
  MAIL_RECEIPTS: z._default(wholeNumber('MAIL_RECEIPTS', 0, 10_000), DEFAULT_RECEIPTS),
  MAIL_REMINDERS: z._default(
    z.enum(['on', 'off'], { error: `MAIL_REMINDERS ${REMINDERS_RULE}.` }),
    'on',
  ),
  SMTP_HOST: z.optional(z.string()),
  SMTP_PORT: z.optional(wholeNumber('SMTP_PORT', 1, 65535)),
  RESEND_API_KEY: z.optional(z.string()),
  RESEND_WEBHOOK_SECRET: z.optional(
    z.string().check(
      z.regex(/^whsec_[A-Za-z0-9+/]+=*$/, {
        error:
          'RESEND_WEBHOOK_SECRET must be the signing secret of the webhook, which starts with whsec_.',
      }),
    ),
  ),
  RESEND_BASE_URL: z._default(address('RESEND_BASE_URL'), 'https://api.resend.com'),
});
type Variables = z.infer<typeof variables>;

export interface Env {
  host: string;
  /** 0 picks any free port. */
  port: number;
  inboxPort: number;
  /** An absolute path. */
  dataDir: string;
  admin: { email: string; password: string };
  floodLoopback: 'exempt' | 'on';
  /** A Supabase project to use instead of the embedded backend. */
  hosted: { url: string; publishableKey: string } | null;
  /** The hosted project's key for commands on personal data. No server uses it. */
  hostedSecretKey: string | null;
  /** The hosted project's database, for `npm run backup` only. */
  hostedDatabase: { url: string | null; password: string | null };
  /** The folder of PostgreSQL's programs; null uses the PATH. */
  pgBin: string | null;
  /** The site's public address without a trailing slash. */
  siteUrl: string | null;
  mail: {
    to: readonly string[];
    company: Company;
    /** The maximum number of receipts to customers per day; 0 sends none. */
    receiptsPerDay: number;
    /** Whether customers are reminded of a visit. */
    reminders: 'on' | 'off';
    /** Null uses the local inbox. */
    smtp: { host: string; port: number } | null;
    resend: { apiKey: string; baseUrl: string } | null;
    /** Verifies the mail provider's reports; null means no reports are accepted. */
    webhookSecret: string | null;
  };
}

/** Variables that only work in pairs. */
const PAIRS = [
  ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  ['SMTP_HOST', 'SMTP_PORT'],
] as const;

/**
 * Parses the environment. Throws a StartError that names every missing or bad variable; an empty
 * variable counts as unset.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => issue.message);
  for (const pair of PAIRS) {
    const missing = pair.filter((name) => given[name] === undefined);
    if (missing.length === 1)
      problems.push(
        `${missing[0]} is missing: ${pair.join(' and ')} are set together or not at all.`,
      );
  }
  if (!parsed.success || problems.length > 0) {
    throw new StartError(
      ['The environment needs attention:', ...problems.map((problem) => `- ${problem}`)].join('\n'),
    );
  }
  return toEnv(parsed.data);
}

function toEnv(v: Variables): Env {
  return {
    host: v.HOST,
    port: v.PORT,
    inboxPort: v.INBOX_PORT,
    dataDir: path.resolve(PATHS.root, v.DATA_DIR),
    admin: { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD },
    floodLoopback: v.FLOOD_LOOPBACK,
    hosted:
      v.VITE_SUPABASE_URL && v.VITE_SUPABASE_PUBLISHABLE_KEY
        ? { url: v.VITE_SUPABASE_URL, publishableKey: v.VITE_SUPABASE_PUBLISHABLE_KEY }
        : null,
    hostedSecretKey: v.SUPABASE_SECRET_KEY ?? null,
    hostedDatabase: { url: v.SUPABASE_DB_URL ?? null, password: v.SUPABASE_DB_PASSWORD ?? null },
    pgBin: v.PG_BIN ?? null,
    siteUrl: v.SITE_URL?.replace(/\/$/, '') ?? null,
    mail: {
      to: v.MAIL_TO,
      company: { ...v.MAIL_FROM, phone: v.MAIL_PHONE },
      receiptsPerDay: v.MAIL_RECEIPTS,
      reminders: v.MAIL_REMINDERS,
      smtp: v.SMTP_HOST && v.SMTP_PORT ? { host: v.SMTP_HOST, port: v.SMTP_PORT } : null,
      resend: v.RESEND_API_KEY ? { apiKey: v.RESEND_API_KEY, baseUrl: v.RESEND_BASE_URL } : null,
      webhookSecret: v.RESEND_WEBHOOK_SECRET ?? null,
    },
  };
}
