import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTarget } from '../../supabase/commands/deploy-check/project.ts';
import { connectProject } from '../../supabase/commands/connect-project.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { StartError } from '../../supabase/local/start-error.ts';
import { lineOf } from '../support/deploy-check.ts';
import { runCommand } from './support/run-command.ts';

const NOWHERE = 'http://project.invalid';
const NO_ANSWER =
  /^http:\/\/project\.invalid does not answer \((ENOTFOUND|EAI_AGAIN)\): check VITE_SUPABASE_URL /;

/** A project that answers every request with `status`. */
const project = createServer((_request, response) => response.writeHead(status).end('{}'));
let status = 401;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
});
afterAll(() => project.close());

const environment = (address: string) => ({
  VITE_SUPABASE_URL: address,
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
});
/** The text for the person at the keyboard after a request of a command. */
async function textOf(
  address: string,
  ask: (connection: Awaited<ReturnType<typeof connectProject>>) => Promise<unknown>,
): Promise<string> {
  const error: unknown = await ask(await connectProject(parseEnv(environment(address)))).catch(
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

describe('a hosted project that a command asks', () => {
  test('and that does not answer is named with the reason, for every kind of request', async () => {
    expect(await textOf(NOWHERE, ({ project }) => project.call('administrators'))).toMatch(
      NO_ANSWER,
    );
    expect(await textOf(NOWHERE, ({ project }) => project.readFile('resumes', 'a.pdf'))).toMatch(
      NO_ANSWER,
    );
    expect(await textOf(NOWHERE, ({ askAuth }) => askAuth('POST', '/admin/users', {}))).toMatch(
      NO_ANSWER,
    );
  });

  test.each([
    [401, 'does not take SUPABASE_SECRET_KEY'],
    [404, 'npx supabase db push --linked'],
    [503, 'answered 503: look at status.supabase.com'],
  ])('and that answers %i is named with the remedy', async (answered, remedy) => {
    status = answered;
    expect(await textOf(url, ({ project }) => project.call('begin_epoch'))).toContain(remedy);
  });

  test('ends the command with one line and code 1', async () => {
    expect(await runCommand('restored', [], environment(NOWHERE), tmpdir())).toEqual({
      code: 1,
      output: expect.stringMatching(/^http:\/\/project\.invalid does not answer [^\n]+\n$/),
    });
  });

  test('is wrong in the check, with the reason', async () => {
    const target = findTarget(parseEnv(environment(NOWHERE)));
    expect(await lineOf('publishable key', target)).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/^the project does not answer \((ENOTFOUND|EAI_AGAIN)\)$/),
    });
  });
});
