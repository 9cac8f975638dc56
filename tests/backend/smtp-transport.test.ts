import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createSmtpTransport } from '../../supabase/local/mail/smtp-transport.ts';

const MAIL = { id: 'b0a7c1de-0000-4000-8000-000000000001', from: 'website@cleaning.test', to: 'office@cleaning.test', subject: 'A booking', text: 'One', html: '<p>One</p>' };

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A relay that asks for no sign-in, with a certificate that nobody else signed. Gives its port and how its mails came. */
async function startRelay(options: SMTPServerOptions = {}) {
  const isEncrypted: boolean[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      isEncrypted.push(session.secure);
      stream.on('end', done).resume();
    },
    ...options,
  });
  relay.on('error', () => undefined);
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  closers.push(() => relay.close());
  return { port: (relay.server.address() as AddressInfo).port, isEncrypted };
}

function connect(port: number) {
  const transport = createSmtpTransport({ host: '127.0.0.1', port });
  closers.push(transport.close);
  return transport;
}

test('a relay that offers TLS with a certificate of its own gets the mail, encrypted', async () => {
  const { port, isEncrypted } = await startRelay();
  const transport = connect(port);
  expect(await transport.send(MAIL)).toEqual({ sent: true });
  await transport.reach();
  expect(isEncrypted).toEqual([true]);
});

test('a relay that offers none gets it as it is', async () => {
  const { port, isEncrypted } = await startRelay({ disabledCommands: ['STARTTLS'] });
  expect(await connect(port).send(MAIL)).toEqual({ sent: true });
  expect(isEncrypted).toEqual([false]);
});
