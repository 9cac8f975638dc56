import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { canStore, healthListener, type Check } from '../../supabase/local/server/health.ts';
import { useServer } from './support/use-server.ts';

const WELL = { status: 'ok', database: 'ok', storage: 'ok', mail: 'ok', backup: 'ok' };

describe('a server that works', () => {
  const { url, query, inboxUrl } = useServer();

  test('reports each part as ok, uncached', async () => {
    const response = await fetch(`${url()}/healthz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(WELL);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await (await fetch(`${inboxUrl()}/api/messages`)).json()).toEqual([]);
    expect(await query(`select from storage.objects where bucket_id = 'resumes'`)).toEqual([]);
  });

  test('answers HEAD without a body, and no other method', async () => {
    const ask = async (method: string) => fetch(`${url()}/healthz?now`, { method });
    const head = await ask('HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await ask('POST')).status).toBe(405);
  });
});

describe('a server whose mail server is down', () => {
  // Nothing listens on port 1 of this machine.
  const { url } = useServer({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' });

  test('answers 503 without a reason', async () => {
    const response = await fetch(`${url()}/healthz`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { ...WELL, status: 'failed', mail: 'failed' },
    ]);
  });
});

describe('a mail provider over HTTP', () => {
  const { url } = useServer({ RESEND_API_KEY: 'a-key', RESEND_BASE_URL: 'http://127.0.0.1:1' });

  test('is reported with 503 when it cannot be reached', async () => {
    expect(await (await fetch(`${url()}/healthz`)).json()).toEqual({
      ...WELL,
      status: 'failed',
      mail: 'failed',
    });
  });
});

describe('a part', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'health-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => void vi.useRealTimers());

  async function ask(check: Check, times = 1, listener = healthListener({ part: check })) {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const answers = await Promise.all(
      Array.from({ length: times }, async () => (await fetch(`http://127.0.0.1:${port}`)).json()),
    );
    server.close();
    return answers[0] as unknown;
  }

  test('fails after five seconds without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = ask(() => new Promise(() => vi.advanceTimersByTimeAsync(5_000)));
    expect(await asked).toEqual({ status: 'failed', part: 'failed' });
  });

  test('is checked once for many simultaneous requests', async () => {
    const check = vi.fn(async () => undefined);
    await ask(check, 20);
    expect(check).toHaveBeenCalledTimes(1);
  });

  test('is checked again after five seconds, even if the clock was changed meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const check = vi.fn(async () => undefined);
    const listener = healthListener({ part: check });
    await ask(check, 1, listener);
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(Date.now() - 86_400_000);
    await ask(check, 1, listener);
    expect(check).toHaveBeenCalledTimes(2);
  });

  test('that stores files fails if none can be written', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await ask(canStore(path.join(folder, 'files')))).toEqual({ status: 'ok', part: 'ok' });
    expect(await ask(canStore(file))).toEqual({ status: 'failed', part: 'failed' });
  });
});
