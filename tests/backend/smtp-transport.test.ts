import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { createAlertFunction } from '../../supabase/local/server/deployed-functions.ts';
import { createSmtpTransport } from '../../supabase/local/mail/smtp-transport.ts';
import { mintVapidKeys } from '../../supabase/local/vapid-keys.ts';
import { BOOKING } from '../support/values.ts';

/** A promise and its resolver. */
function promiseOf() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((keep) => (resolve = keep));
  return { promise, resolve: () => resolve() };
}

const MAIL = {
  id: 'b0a7c1de-0000-4000-8000-000000000001',
  from: 'website@cleaning.test',
  to: ['office@cleaning.test'],
  subject: 'A booking',
  text: 'One',
  html: '<p>One</p>',
};

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/**
 * A relay without authentication, with a self-signed certificate. Returns its port, and the
 * encryption and recipients of its mails.
 */
async function startRelay(options: SMTPServerOptions = {}) {
  const isEncrypted: boolean[] = [];
  const recipients: string[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      isEncrypted.push(session.secure);
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.on('end', done).resume();
    },
    ...options,
  });
  relay.on('error', () => undefined);
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  closers.push(() => relay.close());
  return { port: (relay.server.address() as AddressInfo).port, isEncrypted, recipients };
}

function connect(port: number) {
  const transport = createSmtpTransport({ host: '127.0.0.1', port });
  closers.push(transport.close);
  return transport;
}

test('a relay that offers TLS with a self-signed certificate gets the mail encrypted', async () => {
  const { port, isEncrypted } = await startRelay();
  expect(await connect(port).send(MAIL)).toEqual({ sent: true });
  expect(isEncrypted).toEqual([true]);
});

test('a relay without TLS gets the mail unencrypted', async () => {
  const { port, isEncrypted } = await startRelay({ disabledCommands: ['STARTTLS'] });
  expect(await connect(port).send(MAIL)).toEqual({ sent: true });
  expect(isEncrypted).toEqual([false]);
});

test('every mailbox of the office gets the mail', async () => {
  const { port, recipients } = await startRelay({ disabledCommands: ['STARTTLS'] });
  const to = ['office@cleaning.test', 'owner@cleaning.test'];
  expect(await connect(port).send({ ...MAIL, to })).toEqual({ sent: true });
  expect(recipients).toEqual(to);
});

test('closing waits until a sent mail is recorded as sent', async () => {
  const { promise: hasMail, resolve: arrived } = promiseOf();
  const { promise: isTaken, resolve: take } = promiseOf();
  const { port } = await startRelay({
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('end', () => void isTaken.then(() => done())).resume();
      arrived();
    },
  });
  const said: string[] = [];
  const record = {
    ...BOOKING,
    id: MAIL.id,
    reference: 'ABCD-EFGH',
    created_at: '2026-11-23T10:00:00Z',
  };
  const project: ProjectApi = {
    async call(name) {
      said.push(name);
      if (name === 'push_targets') return [];
      return name === 'claim_alert'
        ? { outcome: 'claimed', alert_id: MAIL.id, bounces: 0, record, job_title: null }
        : null;
    },
    removeFiles: async () => [],
    readFile: async () => null,
  };
  const mail = {
    to: MAIL.to,
    from: MAIL.from,
    smtp: { host: '127.0.0.1', port },
    resend: null,
    receiptsPerDay: 0,
    webhookSecret: null,
  };
  const alerts = createAlertFunction({
    project,
    mail,
    vapid: mintVapidKeys(),
    inbox: mail.smtp,
    site: () => 'http://localhost',
  });
  const answering = alerts.answer(
    new Request('http://localhost/', {
      method: 'POST',
      body: JSON.stringify({ type: 'booking', data: { id: MAIL.id } }),
    }),
  );
  await hasMail;
  const closed = Promise.resolve(alerts.close()).then(() => said.push('closed'));
  take();
  await Promise.all([answering, closed]);
  expect(said).toEqual(['claim_alert', 'finish_alert', 'push_targets', 'claim_receipt', 'closed']);
});
