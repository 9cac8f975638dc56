/**
 * Tests of what differs between runtimes, in Deno's own runner. Without a test library, because
 * none can be downloaded here.
 */
import { readEnvironment } from '../../supabase/functions/_shared/environment.ts';
import { composeMail } from '../../supabase/functions/send-form-email/compose.ts';
import { parseRequest } from '../../supabase/functions/send-form-email/parse-request.ts';
import { createPush } from '../../supabase/functions/send-form-email/push.ts';
import { createSubscription, readVapid } from '../support/push-service.ts';

declare const Deno: { test(name: string, run: () => void | Promise<void>): void };

function expectSame(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

Deno.test('a day has the Scottish format', () => {
  const { subject, text } = composeMail(
    {
      kind: 'booking',
      id: '00000000-0000-4000-8000-000000000000',
      record: { preferred_date: '2027-03-01', preferred_time: 'morning' },
      jobTitle: null,
    },
    'https://www.example.com',
  );
  expectSame(subject, 'New booking 0000-0000, Mon 1 Mar');
  expectSame(text.split('\n').slice(0, 2), [
    'Preferred date: Monday, 1 March 2027',
    'Preferred time: 8AM-12PM',
  ]);
});

Deno.test('a body in chunks is read up to its limit only', async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(8 * 1024));
    },
  });
  const asked = await parseRequest(
    new Request('http://localhost/', { method: 'POST', body, ...({ duplex: 'half' } as object) }),
  );
  expectSame([asked.ok, 'status' in asked && asked.status, pulled < 6], [false, 413, true]);
});

Deno.test('letters split between two chunks stay intact', async () => {
  const id = '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11';
  const bytes = new TextEncoder().encode(
    JSON.stringify({ note: 'é', type: 'booking', data: { id } }),
  );
  const at = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream({
    start(controller) {
      for (const piece of [bytes.slice(0, at), bytes.slice(at)]) controller.enqueue(piece);
      controller.close();
    },
  });
  expectSame(
    await parseRequest(
      new Request('http://localhost/', { method: 'POST', body, ...({ duplex: 'half' } as object) }),
    ),
    { ok: true, kind: 'booking', id },
  );
});

Deno.test('secrets are read by name', () => {
  const values: Record<string, string> = {
    SUPABASE_URL: 'https://project.example.com',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
    MAIL_TO: 'a@example.com',
  };
  expectSame(
    readEnvironment((name) => values[name], ['MAIL_TO']),
    { MAIL_TO: 'a@example.com', url: 'https://project.example.com', secretKey: 'sb_secret_x' },
  );
});

Deno.test('a push is encrypted for its browser, and signed', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ]);
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const bytes = (text: string) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const publicKey = btoa(`\x04${bytes(x)}${bytes(y)}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const { p256dh, auth, decrypt } = await createSubscription();
  const endpoint = 'https://fcm.googleapis.com/send/1';
  const sent: Request[] = [];
  const push = createPush({
    project: {
      call: async () => [{ id: '1', endpoint, p256dh, auth }],
      removeFiles: async () => [],
      readFile: async () => null,
    },
    keys: { publicKey, privateKey: d },
    contact: 'office@example.com',
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return new Response(null, { status: 201 });
    },
  });
  const message = {
    title: 'New message',
    body: '',
    tag: 'office-1',
    sequence: 0,
    path: '/admin/messages?q=1',
  };
  await push.toOffice(message);
  const [request] = sent;
  const { key } = await readVapid(request?.headers.get('authorization') ?? '');
  expectSame(
    [
      key === publicKey,
      request?.headers.get('content-encoding'),
      await decrypt(new Uint8Array((await request?.arrayBuffer()) ?? new ArrayBuffer())),
    ],
    [true, 'aes128gcm', message],
  );
});
