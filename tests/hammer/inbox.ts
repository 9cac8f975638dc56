import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { between, randomOf, weighted } from './random.ts';

/**
 * The office's mail server. It runs outside the backend, so that its mails survive a killed
 * backend.
 */
export interface Inbox {
  port: number;
  /** How often each mail was accepted, by the alert's id. */
  taken: ReadonlyMap<string, number>;
  /** When each mail was accepted, by the machine's clock, without those whose sender got no answer. */
  acknowledged: ReadonlyMap<string, readonly number[]>;
  /** Accepts every mail immediately from now on. */
  calm(sender: string): void;
  close(): Promise<void>;
}

const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*<?([^>\\r\\n]+)`, 'im').exec(raw)?.[1]?.trim() ?? '';

/**
 * Accepts mail over SMTP. At random, drawn from the seed, it is slow, refuses, or accepts a mail
 * and hangs up without an answer.
 */
export async function startInbox(seed: number): Promise<Inbox> {
  const taken = new Map<string, number>();
  const acknowledged = new Map<string, number[]>();
  const tries = new Map<string, number>();
  const calm = new Set<string>();

  async function receive(raw: string): Promise<'taken' | 'refused' | 'hung-up'> {
    const alertId = headerOf(raw, 'Message-ID').split('@')[0] ?? '';
    const sender = headerOf(raw, 'Reply-To');
    const attempt = (tries.get(sender) ?? 0) + 1;
    tries.set(sender, attempt);
    const random = randomOf(seed, 'mail', sender, attempt);
    const fate = calm.has(sender)
      ? 'taken'
      : weighted(random, { taken: 5, slow: 3, refused: 1, 'refused-slowly': 4, 'hung-up': 1 });
    if (fate === 'slow' || fate === 'refused-slowly') await setTimeout(between(random, 20, 150));
    if (fate === 'refused' || fate === 'refused-slowly') return 'refused';
    taken.set(alertId, (taken.get(alertId) ?? 0) + 1);
    if (fate === 'hung-up') return 'hung-up';
    acknowledged.set(alertId, [...(acknowledged.get(alertId) ?? []), performance.now()]);
    return 'taken';
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void receive(Buffer.concat(chunks).toString()).then((fate) => {
          if (fate === 'hung-up') hangUp(session.id);
          else done(fate === 'refused' ? new Error('Mailbox unavailable') : null);
        });
      });
    },
  });
  const hangUp = (sessionId: string) => {
    for (const connection of server.connections as unknown as Set<{
      id: string;
      _socket: { destroy(): void };
    }>) {
      if (connection.id === sessionId) connection._socket.destroy();
    }
  };
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.server.address() as AddressInfo).port,
    ...{ taken, acknowledged },
    calm(sender) {
      calm.add(sender);
      tries.delete(sender);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
