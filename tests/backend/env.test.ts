import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnv } from '../../supabase/local/settings.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';

describe('the environment', () => {
  test('needs no variable at all', () => {
    expect(parseEnv({})).toMatchObject({
      host: '127.0.0.1',
      port: 4173,
      inboxPort: 4174,
      dataDir: path.join(PATHS.root, '.data'),
      floodLoopback: 'exempt',
      hosted: null,
      mail: { smtp: null, resend: null },
    });
  });

  test('reads numbers, and counts an empty variable as not set', () => {
    expect(parseEnv({ PORT: '0', MAIL_RECEIPTS: '2', ADMIN_EMAIL: '' })).toMatchObject({
      port: 0,
      admin: { email: 'admin@example.com' },
      mail: { receiptsPerDay: 2, reminders: 'on' },
    });
  });

  test('refuses a password beyond 72 bytes, of which bcrypt would ignore the rest', () => {
    const read = (password: string) => () => parseEnv({ ADMIN_PASSWORD: password });
    expect(read('é'.repeat(36))).not.toThrow();
    expect(read('é'.repeat(37))).toThrow('ADMIN_PASSWORD must have at most 72 bytes.');
  });

  test('names every bad and missing variable in one message', () => {
    const read = () =>
      parseEnv({
        PORT: '99999',
        INBOX_PORT: '-1',
        FLOOD_LOOPBACK: 'off',
        ADMIN_EMAIL: 'me',
        ADMIN_PASSWORD: '123',
        VITE_SUPABASE_URL: 'ftp://example.com',
        MAIL_TO: 'office@example.com, office@example.com',
        SMTP_HOST: 'localhost',
      });
    expect(read).toThrow(
      expect.objectContaining({
        name: 'StartError',
        message: [
          'The environment needs attention:',
          '- PORT must be a whole number from 0 to 65535.',
          '- INBOX_PORT must be a whole number from 0 to 65535.',
          '- ADMIN_EMAIL must be an email address.',
          '- ADMIN_PASSWORD must have at least 6 characters.',
          '- FLOOD_LOOPBACK must be exempt or on.',
          '- VITE_SUPABASE_URL must be an address that starts with https:// or http://.',
          '- MAIL_TO must be an email address, or several with commas between, each once.',
          '- VITE_SUPABASE_PUBLISHABLE_KEY is missing: VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY are set together or not at all.',
          '- SMTP_PORT is missing: SMTP_HOST and SMTP_PORT are set together or not at all.',
        ].join('\n'),
      }),
    );
  });
});
