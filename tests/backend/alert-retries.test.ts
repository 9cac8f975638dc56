import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { retryAlerts } from '../../supabase/local/mail/alert-retries.ts';
import type { InboxMessage } from '../../supabase/local/mail/inbox-page.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { aBooking } from '../support/records.ts';
import { clientOf } from './support/client.ts';

describe('a server whose mail was down', () => {
  let dataDir: string;
  let server: Server;
  const start = async (env: Record<string, string> = {}) => {
    server = await startServer(
      parseEnv({ PORT: '0', INBOX_PORT: '0', DATA_DIR: dataDir, MAIL_RECEIPTS: '0', ...env }),
    );
  };
  const restart = async () => {
    await server.close();
    await start();
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'retries-'));
    // Nothing listens on port 1 of this machine.
    await start({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ask = (id: string) =>
    clientOf(server.url).functions.invoke('send-form-email', {
      body: { type: 'booking', data: { id } },
    });
  const alerts = () =>
    server.database.query<{ id: string; state: string; attempts: number }>(
      'select id, state, attempts from alerts',
    );
  const mails = async () =>
    (await (await fetch(`${server.inboxUrl}/api/messages`)).json()) as InboxMessage[];
  const pass = (minutes: number) =>
    server.database.query(
      `update alerts set claimed_at = claimed_at - $1 * interval '1 minute', created_at = created_at - $1 * interval '1 minute'`,
      [minutes],
    );

  async function bookWithoutMail() {
    const booking = aBooking();
    await clientOf(server.url).from('bookings').insert(booking);
    await ask(booking.id);
    expect(await alerts()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    return booking.id;
  }

  test('retries a failed alert by itself when it is due, under the same id, and sends it once', async () => {
    const id = await bookWithoutMail();
    const [alert] = await alerts();
    await restart();
    await pass(4);
    await restart();
    expect(await mails()).toEqual([]);
    await pass(1);
    await restart();
    await expect.poll(alerts).toEqual([{ id: alert?.id, state: 'sent', attempts: 2 }]);
    expect((await mails()).map(({ messageId }) => messageId)).toEqual([
      `<${alert?.id}@example.com>`,
    ]);
    expect((await ask(id)).error).toBeNull();
    expect(await mails()).toHaveLength(1);
  });
});

describe('a round', () => {
  /**
   * Runs a round with three due alerts and the function's answers to them. Returns the requested
   * ids.
   */
  async function round(statuses: number[]) {
    const ids = ['a', 'b', 'c'];
    const project = {
      call: async () => ids.map((id) => ({ type: 'booking', data: { id } })),
    } as unknown as ProjectApi;
    const asked: string[] = [];
    const answer = async (request: Request) => {
      asked.push(((await request.json()) as { data: { id: string } }).data.id);
      return new Response(null, { status: statuses[asked.length - 1] ?? 200 });
    };
    await retryAlerts({ project, answer });
    return asked;
  }

  test('ends at the first mail that fails, because the provider is down', async () => {
    expect(await round([200, 502])).toEqual(['a', 'b']);
  });

  test('continues after an alert that another caller is sending or whose record is gone', async () => {
    expect(await round([202, 404])).toEqual(['a', 'b', 'c']);
  });
});
