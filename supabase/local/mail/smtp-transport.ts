import { createTransport } from 'nodemailer';
import type { Transport } from '../../functions/_shared/mail.ts';

const TIMEOUT_MS = 20_000;

/** Sends over SMTP under a Message-ID made from the mail's id, so that a repeated mail can be told. */
export function createSmtpTransport({ host, port }: { host: string; port: number }): Transport {
  const smtp = createTransport({
    host,
    port,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return async ({ id, ...mail }) => {
    try {
      await smtp.sendMail({ ...mail, messageId: `<${id}@${mail.from.split('@').at(-1)}>` });
      return { sent: true };
    } catch (error) {
      return { sent: false, reason: `The mail server refused it: ${String(error)}` };
    }
  };
}
