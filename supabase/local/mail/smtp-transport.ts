import { createTransport } from 'nodemailer';
import type { Transport } from '../../functions/_shared/mail.ts';

const TIMEOUT_MS = 20_000;
/** The port of SMTP with implicit TLS. */
const TLS_PORT = 465;

interface SmtpTransport {
  send: Transport;
  close(): void;
}

/**
 * Sends over SMTP under a Message-ID made from the mail's id, so that a repeat is recognised.
 * Connections are kept for later mails until `close`. Port 465 is TLS with a verified certificate;
 * other ports use TLS if offered.
 */
export function createSmtpTransport({ host, port }: { host: string; port: number }): SmtpTransport {
  const smtp = createTransport({
    pool: true,
    host,
    port,
    // No verification with STARTTLS: an attacker who can show a false certificate can also suppress
    // the offer. Verifying would only refuse relays with a self-signed certificate, such as
    // Debian's Postfix, or reached as 127.0.0.1.
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
        return { sent: false, reason: 'The mail server refused it.', message: String(error) };
      }
    },
    close: () => smtp.close(),
  };
}
