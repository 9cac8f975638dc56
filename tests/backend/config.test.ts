import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIN_PASSWORD_LENGTH } from '../../supabase/local/auth/users.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';

/**
 * The keys that supabase/cli reads in our sections (pkg/config/templates/config.toml), without the
 * deprecated ones.
 */
const KEYS_OF_THE_CLI: Record<string, string> = {
  '': 'project_id',
  api: 'enabled port schemas extra_search_path max_rows',
  db: 'port shadow_port health_timeout major_version',
  'db.migrations': 'enabled schema_paths',
  'db.seed': 'enabled sql_paths',
  auth: `enabled site_url external_url additional_redirect_urls jwt_expiry jwt_issuer signing_keys_path enable_refresh_token_rotation
    refresh_token_reuse_interval enable_signup enable_anonymous_sign_ins enable_manual_linking minimum_password_length
    password_requirements`,
  'auth.rate_limit':
    'email_sent sms_sent anonymous_users token_refresh sign_in_sign_ups token_verifications web3',
  'auth.email':
    'enable_signup double_confirm_changes enable_confirmations secure_password_change max_frequency otp_length otp_expiry',
  'auth.mfa.totp': 'enroll_enabled verify_enabled',
  storage: 'enabled file_size_limit',
  functions: 'enabled verify_jwt import_map entrypoint static_files',
};

/** Every key of the file with its section, and its value. Throws on a line that it cannot parse. */
function readConfig(): Map<string, unknown> {
  const values = new Map<string, unknown>();
  let section = '';
  for (const line of readFileSync(path.join(PATHS.root, 'supabase/config.toml'), 'utf8').split(
    '\n',
  )) {
    const [, header] = /^\[([\w.-]+)\]$/.exec(line) ?? [];
    const [, key, value = ''] = /^(\w+) = (.+)$/.exec(line) ?? [];
    if (header !== undefined) section = header;
    else if (key !== undefined) values.set(`${section} ${key}`, JSON.parse(value));
    else if (line !== '' && !line.startsWith('#'))
      throw new Error(`config.toml has a line of another kind: ${line}`);
  }
  return values;
}

describe('config.toml', () => {
  const config = readConfig();

  test('has no key that the CLI does not know or deprecates', () => {
    const unknown = [...config.keys()].filter((name) => {
      const [section = '', key = ''] = name.split(' ');
      return !KEYS_OF_THE_CLI[section.replace(/^functions\..+/, 'functions')]
        ?.split(/\s+/)
        .includes(key);
    });
    expect(unknown).toEqual([]);
  });

  test('closes sign-up, and still lets people sign in by email', () => {
    expect(config.get('auth enable_signup')).toBe(false);
    expect(config.get('auth enable_anonymous_sign_ins')).toBe(false);
    // The CLI applies this key to the whole email provider: false would refuse every password.
    expect(config.get('auth.email enable_signup')).toBe(true);
  });

  test('asks for passwords at least as long as the embedded backend does, and needs a recent session to change a password', () => {
    // An owner may ask for longer ones.
    expect(config.get('auth minimum_password_length')).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    expect(config.get('auth.email secure_password_change')).toBe(true);
  });

  test('reads the site’s address from the environment', () => {
    expect(config.get('auth site_url')).toBe('env(SITE_URL)');
    expect(
      [...config.values()].filter((value) => /localhost|127\.0\.0\.1/.test(JSON.stringify(value))),
    ).toEqual([]);
  });

  test('ends a used refresh token after ten seconds', () => {
    expect([
      config.get('auth enable_refresh_token_rotation'),
      config.get('auth refresh_token_reuse_interval'),
    ]).toEqual([true, 10]);
  });
});
