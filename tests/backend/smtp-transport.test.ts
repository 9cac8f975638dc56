import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { createAlertFunction } from '../../supabase/local/server/deployed-functions.ts';
import { createSmtpTransport } from '../../supabase/local/mail/smtp-transport.ts';
import { mintVapidKeys } from '../../supabase/local/vapid-keys.ts';
import { BOOKING, MAIL_COMPANY } from '../support/values.ts';

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
 * encryption, recipients and texts of its mails.
 */
async function startRelay(options: SMTPServerOptions = {}) {
  const isEncrypted: boolean[] = [];
  const recipients: string[] = [];
  const mails: string[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      isEncrypted.push(session.secure);
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      let mail = '';
      stream.on('data', (part) => (mail += String(part)));
      stream.on('end', () => {
        mails.push(mail);
        done();
      });
    },
    ...options,
  });
  relay.on('error', () => undefined);
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  closers.push(() => relay.close());
  return { port: (relay.server.address() as AddressInfo).port, isEncrypted, recipients, mails };
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

test.each(['website@cleaning.test', '"Cart, Side & Sons" <website@cleaning.test>'])(
  'a mail from %s says who sends it, that a machine does, and has its own id',
  async (from) => {
    const { port, mails } = await startRelay({ disabledCommands: ['STARTTLS'] });
    expect(await connect(port).send({ ...MAIL, from })).toEqual({ sent: true });
    const headers = mails[0]?.split('\r\n\r\n')[0]?.split('\r\n');
    expect(headers).toContain(`From: ${from}`);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toContain('X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply');
    expect(headers).toContain(`Message-ID: <${MAIL.id}@cleaning.test>`);
  },
);

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
        ? {
            outcome: 'claimed',
            alert_id: MAIL.id,
            attempts: 1,
            bounces: 0,
            record,
            job_title: null,
          }
        : null;
    },
    removeFiles: async () => [],
    readFile: async () => null,
  };
  const mail = {
    to: MAIL.to,
    company: MAIL_COMPANY,
    smtp: { host: '127.0.0.1', port },
    resend: null,
    receiptsPerDay: 0,
    reminders: 'on' as const,
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
  expect(said).toEqual([
    'claim_alert',
    'push_targets',
    'finish_alert',
    'claim_receipt',
    'claim_push',
    'new_crew_pushes',
    'closed',
  ]);
});
