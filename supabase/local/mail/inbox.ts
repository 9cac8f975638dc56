import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from '../listen.ts';
import type { InboxMessage } from './inbox-message.ts';
import { INBOX_POLICY, renderInbox } from './inbox-page.ts';

export interface Inbox {
  url: string;
  smtp: { host: string; port: number };
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const MAX_MESSAGES = 500;

async function toMessage(raw: Buffer): Promise<InboxMessage> {
  const mail = await PostalMime.parse(raw);
  const first = (addresses: Address[] | undefined) => addresses?.[0]?.address ?? '';
  return {
    messageId: mail.messageId ?? '',
    from: mail.from?.address ?? '',
    to: first(mail.to),
    replyTo: first(mail.replyTo),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    receivedAt: new Date().toISOString(),
  };
}

async function listenSmtp(deliver: (raw: Buffer) => Promise<void>): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void deliver(Buffer.concat(chunks)).then(() => done(), done));
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  // A client that hangs up in the middle is its own affair.
  server.on('error', () => undefined);
  return server;
}

/** Takes mail over real SMTP on a free loopback port and shows it on a page; mail is kept while the process runs. */
export async function startInbox(host: string, port: number): Promise<Inbox> {
  const messages: InboxMessage[] = [];
  const smtp = await listenSmtp(async (raw) => {
    messages.unshift(await toMessage(raw));
    messages.splice(MAX_MESSAGES);
  });
  const page = await listen((request: IncomingMessage, response: ServerResponse) => {
    const isApi = request.url === '/api/messages';
    response.setHeader('content-type', isApi ? 'application/json' : 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-security-policy', INBOX_POLICY);
    if (!isApi && request.url !== '/') response.statusCode = 404;
    response.end(isApi ? JSON.stringify(messages) : renderInbox(messages));
  }, host, port, 'INBOX_PORT');
  return {
    url: page.url,
    smtp: { host: LOOPBACK, port: (smtp.server.address() as AddressInfo).port },
    async close() {
      await page.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}
