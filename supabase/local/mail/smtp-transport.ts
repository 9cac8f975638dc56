import { createTransport } from 'nodemailer';
import type { Transport } from '../../functions/_shared/mail.ts';

const TIMEOUT_MS = 20_000;
/** Of SMTP that is TLS from its first byte. */
const TLS_PORT = 465;

interface SmtpTransport {
  send: Transport;
  /** Greets the server without sending anything; rejects when it can't. */
  reach(): Promise<unknown>;
  close(): void;
}

/**
 * Sends over SMTP under a Message-ID made from the mail's id, so that a repeated mail can be told. Connections are kept
 * for the next mail until `close`. Port 465 is TLS, whose certificate has to be good; elsewhere it is taken where it is offered.
 */
export function createSmtpTransport({ host, port }: { host: string; port: number }): SmtpTransport {
  const smtp = createTransport({
    pool: true,
    host,
    port,
    // Whoever could show a false certificate elsewhere could as well leave out the offer of TLS, and mail would go as plain text: to refuse a
    // relay for its own certificate, as a Debian's Postfix has one, or for being reached as 127.0.0.1, would protect nobody, and send nothing.
    tls: { rejectUnauthorized: port === TLS_PORT },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ id, to, attachments = [], ...mail }) {
      try {
        await smtp.sendMail({
          ...mail,
          to: [...to],
          attachments: [...attachments],
          messageId: `<${id}@${mail.from.split('@').at(-1)}>`,
        });
        return { sent: true };
      } catch (error) {
        return { sent: false, reason: 'The mail server refused it.', words: String(error) };
      }
    },
    reach: () => smtp.verify(),
    close: () => smtp.close(),
  };
}
