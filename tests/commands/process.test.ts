import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { spawnServer } from '../backend/support/spawn-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the data folder becomes readable by its owner only', async () => {
  const dataDir = path.join(folder, 'open');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  await spawnServer({ DATA_DIR: dataDir }).up;
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

describe('the server ends with code 1 and names the remedy', () => {
  test('when another process has the data folder, without damage to it', async () => {
    const dataDir = path.join(folder, 'shared');
    const first = spawnServer({ DATA_DIR: dataDir });
    const url = await first.up;
    expect(await spawnServer({ DATA_DIR: dataDir }).ended).toEqual({
      code: 1,
      output: `${url} is served from the data folder ${dataDir} already. Stop that first, or set DATA_DIR, PORT and INBOX_PORT.`,
    });
    expect(
      (
        await fetch(`${url}/rest/v1/careers`, {
          headers: { apikey: 'sb_publishable_local_0000000000000000' },
        })
      ).status,
    ).toBe(200);
  });

  test.each(['PORT', 'INBOX_PORT'])('when %s is in use', async (variable) => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const ended = await spawnServer({
      DATA_DIR: path.join(folder, variable),
      [variable]: String(port),
    }).ended;
    other.close();
    expect(ended).toEqual({
      code: 1,
      output: `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set ${variable} to another port.`,
    });
  });

  test.each(['203.0.113.9', 'no-such-host.invalid'])(
    'when HOST is %s, no address of this machine',
    async (host) => {
      expect(
        await spawnServer({ DATA_DIR: path.join(folder, host), HOST: host }).ended,
      ).toMatchObject({
        code: 1,
        output: expect.stringMatching(
          /^HOST=\S+ is no address of this machine \(E\w+\)\. Set HOST to 127\.0\.0\.1, .*\.$/,
        ),
      });
    },
  );

  test('when the data folder cannot be created', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    const dataDir = path.join(file, 'data');
    expect(await spawnServer({ DATA_DIR: dataDir }).ended).toEqual({
      code: 1,
      output: `The data folder ${dataDir} cannot be written (ENOTDIR). Make it yours and writable, or set DATA_DIR to another folder.`,
    });
  });

  test('when a variable is bad', async () => {
    expect(await spawnServer({ PORT: 'x' }).ended).toEqual({
      code: 1,
      output: 'The environment needs attention:\n- PORT must be a whole number from 0 to 65535.',
    });
  });
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it with code 0 and releases the folder',
  async (signal) => {
    const dataDir = path.join(folder, signal);
    const server = spawnServer({ DATA_DIR: dataDir });
    await server.up;
    server.kill(signal);
    expect((await server.ended).code).toBe(0);
    expect(existsSync(path.join(dataDir, 'owner.json'))).toBe(false);
  },
);

test('a start killed half-way does not affect the next one', async () => {
  const dataDir = path.join(folder, 'half-way');
  const first = spawnServer({ DATA_DIR: dataDir });
  const database = path.join(dataDir, 'postgres');
  await expect.poll(() => existsSync(database), { interval: 10 }).toBe(true);
  first.kill('SIGKILL');
  await first.ended;
  expect(existsSync(path.join(dataDir, 'postgres-complete'))).toBe(false);
  await expect(spawnServer({ DATA_DIR: dataDir }).up).resolves.toContain('http://');
});
