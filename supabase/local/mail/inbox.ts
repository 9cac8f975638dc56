import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from '../server/listen.ts';
import { type InboxMessage, INBOX_POLICY, renderInbox } from './inbox-page.ts';

interface Inbox {
  url: string;
  smtp: { host: string; port: number };
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/**
 * Requests with another Host are refused, so that a page whose name was rebound to this machine
 * cannot read the mail.
 */
const OWN_NAMES = ['localhost', LOOPBACK];
const MAX_MESSAGES = 500;

async function toMessage(raw: Buffer): Promise<InboxMessage> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  const first = (addresses: Address[] | undefined) => addresses?.[0]?.address ?? '';
  return {
    messageId: mail.messageId ?? '',
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address = '' }) => address).join(', '),
    replyTo: first(mail.replyTo),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      text: String(content),
    })),
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
  // A client that hangs up in mid-mail needs no log line.
  server.on('error', () => undefined);
  return server;
}

const isOwnName = (host: string | undefined) =>
  OWN_NAMES.includes((host ?? '').replace(/:\d+$/, '').toLowerCase());

/**
 * Receives mail over SMTP on a free port and shows it on a page, both on this machine only. Mail
 * lasts as long as the process.
 */
export async function startInbox(port: number): Promise<Inbox> {
  const messages: InboxMessage[] = [];
  const smtp = await listenSmtp(async (raw) => {
    messages.unshift(await toMessage(raw));
    messages.splice(MAX_MESSAGES);
  });
  const page = await listen(
    (request: IncomingMessage, response: ServerResponse) => {
      if (!isOwnName(request.headers.host)) {
        response.writeHead(421, {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
        });
        response.end('The inbox answers on this machine only, as localhost.');
        return;
      }
      const isApi = request.url === '/api/messages';
      response.setHeader('content-type', isApi ? 'application/json' : 'text/html; charset=utf-8');
      response.setHeader('cache-control', 'no-store');
      response.setHeader('content-security-policy', INBOX_POLICY);
      if (!isApi && request.url !== '/') response.statusCode = 404;
      response.end(isApi ? JSON.stringify(messages) : renderInbox(messages));
    },
    { host: LOOPBACK, port, variable: 'INBOX_PORT' },
  );
  return {
    url: page.url,
    smtp: { host: LOOPBACK, port: (smtp.server.address() as AddressInfo).port },
    async close() {
      await page.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}
