import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../supabase/functions/_shared/environment.ts';
import { MAILBOXES_RULE, readMailboxes } from '../../supabase/functions/_shared/mailboxes.ts';
import { createProjectApi } from '../../supabase/functions/_shared/project-api.ts';

const NAMES = ['RESEND_API_KEY', 'MAIL_TO'] as const;
const COMPLETE = {
  SUPABASE_URL: 'https://project.example.com',
  RESEND_API_KEY: 're_1',
  MAIL_TO: 'office@example.com',
};
const NAMED = JSON.stringify({ default: 'sb_secret_1' });

const read = (variables: Record<string, string>) =>
  readEnvironment((name) => variables[name], NAMES);
const messageOf = (variables: Record<string, string>) => {
  try {
    read(variables);
    return 'no error';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a function boots', () => {
  test('with the project’s default secret key', () => {
    const named = JSON.stringify({ reports: 'sb_secret_0', default: 'sb_secret_1' });
    expect(
      read({ ...COMPLETE, SUPABASE_SECRET_KEYS: named, SUPABASE_SERVICE_ROLE_KEY: 'old' }),
    ).toEqual({
      url: 'https://project.example.com',
      secretKey: 'sb_secret_1',
      RESEND_API_KEY: 're_1',
      MAIL_TO: 'office@example.com',
    });
  });

  test.each([
    [
      'another named key where there is no default',
      JSON.stringify({ second: 'sb_secret_2' }),
      'sb_secret_2',
    ],
    ['the old key where there are no named ones', '{}', 'old'],
    ['the old key where the platform names none', '', 'old'],
  ])('with %s', (_, named, key) => {
    expect(
      read({ ...COMPLETE, SUPABASE_SECRET_KEYS: named, SUPABASE_SERVICE_ROLE_KEY: 'old' })
        .secretKey,
    ).toBe(key);
  });
});

describe('a function that cannot boot lists in one message', () => {
  test('everything that is missing', () => {
    expect(messageOf({ SUPABASE_SECRET_KEYS: '{}' })).toBe(
      [
        'The function cannot start:',
        '- SUPABASE_URL is missing.',
        '- RESEND_API_KEY is missing.',
        '- MAIL_TO is missing.',
        "- SUPABASE_SECRET_KEYS is missing: make a secret key in the project's settings.",
      ].join('\n'),
    );
  });

  test.each([
    'sb_secret_1',
    '["sb_secret_1"]',
    'null',
    '"sb_secret_1"',
    '{"default":1}',
    '{"default":""}',
    '{"default":null}',
  ])('that the keys are malformed when they are %s, and shows none', (named) => {
    expect(
      messageOf({ ...COMPLETE, SUPABASE_SECRET_KEYS: named, SUPABASE_SERVICE_ROLE_KEY: 'old' }),
    ).toBe(
      'The function cannot start:\n- SUPABASE_SECRET_KEYS is malformed: it must be JSON like {"default":"sb_secret_..."}.',
    );
  });
});

test.each(['office', 'a@example.com; b@example.com', 'a@example.com, A@example.com'])(
  'a function does not boot with the mailboxes %s, which its message does not repeat',
  (to) => {
    const boot = () =>
      readEnvironment(
        (name) => ({ ...COMPLETE, MAIL_TO: to, SUPABASE_SECRET_KEYS: NAMED })[name],
        NAMES,
        {
          MAIL_TO: (value) => (readMailboxes(value) === null ? MAILBOXES_RULE : null),
        },
      );
    expect(boot).toThrow(`The function cannot start:\n- MAIL_TO ${MAILBOXES_RULE}.`);
  },
);

describe('a request to the project', () => {
  const headersOf = async (secretKey: string) => {
    const seen: Headers[] = [];
    const project = createProjectApi({
      url: 'https://project.example.com',
      secretKey,
      fetch: async (input, init) => {
        seen.push(new Request(input, init).headers);
        return Response.json('done');
      },
    });
    expect(await project.call('claim_alert')).toBe('done');
    return [seen[0]?.get('apikey'), seen[0]?.get('authorization')];
  };

  test('carries a named key as apikey only, because it is no token', async () => {
    expect(await headersOf('sb_secret_1')).toEqual(['sb_secret_1', null]);
  });

  test('carries an old key as a token too, because it names its role', async () => {
    expect(await headersOf('eyJ.a.b')).toEqual(['eyJ.a.b', 'Bearer eyJ.a.b']);
  });

  test('rejects with the name of the call when it is refused', async () => {
    const project = createProjectApi({
      ...read({ ...COMPLETE, SUPABASE_SECRET_KEYS: NAMED }),
      fetch: async () => new Response('', { status: 403 }),
    });
    await expect(project.removeFiles('resumes', ['a.pdf'])).rejects.toThrow(
      'DELETE /storage/v1/object/resumes was answered 403.',
    );
  });
});
