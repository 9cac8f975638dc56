import { createTransport } from 'nodemailer';
import { AUTOMATIC_HEADERS, type Transport } from '../../functions/_shared/mail.ts';

const TIMEOUT_MS = 20_000;
/** The port of SMTP with implicit TLS. */
const TLS_PORT = 465;

/** The domain of a sender, `address` or `name <address>`. */
const domainOf = (from: string) => from.replace(/>$/, '').split('@').at(-1);

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
          headers: AUTOMATIC_HEADERS,
          messageId: `<${id}@${domainOf(mail.from)}>`,
        });
        return { sent: true };
      } catch (error) {
        // RFC 5321, 4.2.1: a server that may take the mail later answers 4yz.
        const { responseCode = 0 } = error as { responseCode?: number };
        return {
          sent: false,
          reason: 'The mail server refused it.',
          ...(responseCode >= 500 && { isRefusal: true }),
          message: String(error),
        };
      }
    },
    close: () => smtp.close(),
  };
}
