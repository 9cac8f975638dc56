import { createResendTransport } from '../functions/_shared/transports/resend.ts';
import { createHandler } from '../functions/send-form-email/handler.ts';
import { createRecords } from '../functions/send-form-email/records.ts';
import type { Backend } from './backend.ts';
import type { Env } from './env.ts';
import { createSmtpTransport } from './mail/smtp-transport.ts';

interface AlertFunctionOptions {
  backend: Backend;
  secretKey: string;
  mail: Env['mail'];
  /** Where mail goes when the environment names no other way. */
  inbox: { host: string; port: number };
}

export interface AlertFunction {
  answer: (request: Request) => Promise<Response>;
  close(): void;
}

/** The function send-form-email as it is deployed, with this process as its database and mail as the environment says. */
export function createAlertFunction({ backend, secretKey, mail, inbox }: AlertFunctionOptions): AlertFunction {
  const { send, close } = mail.resend
    ? { send: createResendTransport(mail.resend), close: () => undefined }
    : createSmtpTransport(mail.smtp ?? inbox);
  const answer = createHandler({
    records: createRecords({
      url: 'http://localhost',
      secretKey,
      fetch: (input, init) => backend(new Request(input, init), '127.0.0.1'),
    }),
    transport: send,
    to: mail.to,
    from: mail.from,
  });
  return { answer, close };
}
