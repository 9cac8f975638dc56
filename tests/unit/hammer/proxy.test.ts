import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../hammer/faults.ts';
import { DEVICE_HEADER, FAULT_HEADER, startProxy, TIMED_OUT_HEADER } from '../../hammer/proxy.ts';

const ID = '0b8f6c1e-6a3b-4b8e-9d57-0d9d2b6f3c11';

/**
 * A proxy before a server that stores every request, and answers a conflict to the second of a
 * kind.
 */
async function createWay() {
  const got: string[] = [];
  let kills = 0;
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      response.writeHead(got.length === 1 ? 201 : 409, { 'content-type': 'application/json' });
      response.end(
        got.length === 1 ? '' : '{"code":"23505","message":"constraint \\"bookings_pkey\\""}',
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await startProxy({ target, killServer: async () => void kills++ });
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });

  async function send(
    fault: Fault,
  ): Promise<{ status: number; body: string; headers: Headers } | 'broken'> {
    try {
      const response = await fetch(`${proxy.url}/rest/v1/bookings`, {
        method: 'POST',
        headers: { [FAULT_HEADER]: JSON.stringify(fault), [DEVICE_HEADER]: 'd0' },
        body: JSON.stringify({ id: ID }),
      });
      return { status: response.status, body: await response.text(), headers: response.headers };
    } catch {
      return 'broken';
    }
  }
  return { proxy, got, send, kills: () => kills };
}

test('without a fault the server’s answer comes through, and the record is known to be stored', async () => {
  const { proxy, got, send } = await createWay();
  expect(await send({ kind: 'none' })).toMatchObject({ status: 201, body: '' });
  expect(got).toEqual(['POST /rest/v1/bookings']);
  expect([...proxy.stored]).toEqual([ID]);
});

test.each<[Fault, number]>([
  [{ kind: 'reset-before' }, 0],
  [{ kind: 'reset-during' }, 1],
  [{ kind: 'answer-lost' }, 1],
  [{ kind: 'cut' }, 1],
])('%o breaks the connection', async (fault, arrived) => {
  const { proxy, got, send } = await createWay();
  expect(await send(fault)).toBe('broken');
  await proxy.settled('d0');
  expect(got).toHaveLength(arrived);
});

test('a replayed request reaches the server twice, and half of the second answer looks whole', async () => {
  const { got, send } = await createWay();
  const answer = await send({ kind: 'replayed-half' });
  expect(got).toHaveLength(2);
  expect(answer).toMatchObject({ status: 409 });
  expect(() => JSON.parse((answer as { body: string }).body) as unknown).toThrow();
});

test('a late request arrives when it is let go, a very late one when all is over', async () => {
  const { proxy, got, send } = await createWay();
  for (const kind of ['late', 'very-late'] as const) {
    const answer = await send({ kind });
    expect((answer as { headers: Headers }).headers.has(TIMED_OUT_HEADER)).toBe(true);
  }
  expect(got).toHaveLength(0);
  await proxy.deliverLate('d0', false);
  expect(got).toHaveLength(1);
  await proxy.deliverLate('d0', true);
  expect(got).toHaveLength(2);
});

test('somebody on the way answers, whether the request arrives or not', async () => {
  const answer = {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Forbidden"}',
  };
  for (const arrives of [false, true]) {
    const { got, send } = await createWay();
    expect(await send({ kind: 'gateway', arrives, answer })).toMatchObject({
      status: 403,
      body: answer.body,
    });
    expect(got).toHaveLength(arrives ? 1 : 0);
  }
});

test('the server is killed with the request at hand', async () => {
  const { send, kills } = await createWay();
  await send({ kind: 'server-killed', afterMs: 0 });
  expect(kills()).toBe(1);
});
