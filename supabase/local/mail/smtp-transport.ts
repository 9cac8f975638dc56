import { createTransport } from 'nodemailer';
import type { Transport } from '../../functions/_shared/mail.ts';

const TIMEOUT_MS = 20_000;

interface SmtpTransport {
  send: Transport;
  /** Greets the server without sending anything; rejects when it can't. */
  reach(): Promise<unknown>;
  close(): void;
}

/**
 * Sends over SMTP under a Message-ID made from the mail's id, so that a repeated mail can be told. Connections are kept
 * for the next mail until `close`.
 */
export function createSmtpTransport({ host, port }: { host: string; port: number }): SmtpTransport {
  const smtp = createTransport({
    pool: true,
    host,
    port,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ id, ...mail }) {
      try {
        await smtp.sendMail({ ...mail, messageId: `<${id}@${mail.from.split('@').at(-1)}>` });
        return { sent: true };
      } catch (error) {
        return { sent: false, reason: `The mail server refused it: ${String(error)}` };
      }
    },
    reach: () => smtp.verify(),
    close: () => smtp.close(),
  };
}
