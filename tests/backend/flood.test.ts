import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { aMessage } from '../support/records.ts';
import { pdf } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const LIMIT = 10;

describe('behind one proxy, with a guard that counts this machine', () => {
  const { visitor, secretKey, url, query } = useServer({ FLOOD_LOOPBACK: 'on' });
  // The server itself appends the address of the connection.
  beforeAll(() => query('update private.flood_settings set trusted_proxy_hops = 2'));

  test('an address over its limit is answered 429, another is not, and the forged left end of the header changes nothing', async () => {
    const send = (forwardedFor: string) =>
      visitor({ 'x-forwarded-for': forwardedFor }).from('contact_messages').insert(aMessage());
    const statuses = [];
    for (let n = 0; n <= LIMIT; n++)
      statuses.push((await send(`192.0.2.${n}, 198.51.100.7`)).status);
    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 201), 429]);
    expect((await send('198.51.100.7, 198.51.100.8')).status).toBe(201);
  });

  test('résumés are counted the same way, and refused with 429', async () => {
    const upload = (address: string) =>
      visitor({ 'x-forwarded-for': address })
        .storage.from('resumes')
        .upload(`${randomUUID()}.pdf`, pdf());
    for (let n = 0; n < LIMIT; n++) expect((await upload('198.51.100.9')).error).toBeNull();
    const { error } = await upload('198.51.100.9');
    expect((error as { statusCode?: string } | null)?.statusCode).toBe('429');
    expect((await upload('198.51.100.10')).error).toBeNull();
  });

  test('résumés sent with a secret key are counted as well', async () => {
    const send = async () =>
      (
        await fetch(`${url()}/storage/v1/object/resumes/${randomUUID()}.pdf`, {
          method: 'POST',
          headers: {
            apikey: secretKey(),
            'content-type': 'application/pdf',
            'x-forwarded-for': '198.51.100.11',
          },
          body: 'x',
        })
      ).status;
    const statuses = [];
    for (let n = 0; n <= LIMIT; n++) statuses.push(await send());
    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 400]);
  });
});

describe('with a guard that counts this machine', () => {
  const { visitor } = useServer({ FLOOD_LOOPBACK: 'on' });

  test('a sender is counted by its connection, whatever the header claims', async () => {
    const statuses = [];
    for (let n = 0; n <= LIMIT; n++) {
      const client = visitor({ 'x-forwarded-for': `198.51.100.${n}` });
      statuses.push((await client.from('contact_messages').insert(aMessage())).status);
    }
    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 201), 429]);
  });
});

describe('without a proxy', () => {
  const { visitor } = useServer();

  test('this machine is exempt, whatever the header claims', async () => {
    const client = visitor({ 'x-forwarded-for': '198.51.100.7' });
    const statuses = [];
    for (let n = 0; n <= LIMIT; n++)
      statuses.push((await client.from('contact_messages').insert(aMessage())).status);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });
});
