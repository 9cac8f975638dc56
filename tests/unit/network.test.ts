import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerWith, pauseAnswer, loseAnswer, noAnswer } from '../support/faults.ts';
import { Network } from '../support/network.ts';

let server: Server;
let network: Network;
/** The requests that reached the server. */
let heard: string[];

beforeEach(async () => {
  heard = [];
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    request.pipe(response.writeHead(201, { 'x-from': 'server' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  network = new Network(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await network.start();
});

afterEach(async () => {
  await network.close();
  server.close();
});

const post = (target: string, body = 'words') =>
  fetch(network.url + target, { method: 'POST', body });

test('a request without a rule goes to the server and back unchanged', async () => {
  const answer = await post('/rows?columns=a');
  expect([answer.status, answer.headers.get('x-from'), await answer.text()]).toEqual([
    201,
    'server',
    'words',
  ]);
  expect(heard).toEqual(['POST /rows?columns=a']);
});

test('answers are given in turn, and the requests after them go to the server', async () => {
  const asked = network.answerInTurn('POST /rows*', [
    answerWith(503, { message: 'later' }),
    noAnswer,
    loseAnswer,
  ]);
  expect((await post('/rows?columns=a')).status).toBe(503);
  await expect(post('/rows')).rejects.toThrow();
  expect(heard).toEqual([]);
  await expect(post('/rows')).rejects.toThrow();
  expect(heard).toEqual(['POST /rows']);
  expect((await post('/rows')).status).toBe(201);
  expect(asked.count).toBe(4);
});

test('an answer is given every time until it is stopped, and to no other request', async () => {
  const refused = network.answerEvery('POST /rows', answerWith(400, {}));
  expect([
    (await post('/rows')).status,
    (await post('/rows')).status,
    (await post('/rows/1')).status,
  ]).toEqual([400, 400, 201]);
  refused.stop();
  expect((await post('/rows')).status).toBe(201);
});

test('a held answer is released once the server has answered', async () => {
  const paused = pauseAnswer();
  network.answerInTurn('POST /rows', [paused.answer]);
  const answer = post('/rows');
  await paused.arrived;
  expect(heard).toEqual(['POST /rows']);
  paused.release();
  expect((await answer).status).toBe(201);
});

test('unused answers are named when all are dropped', async () => {
  network.answerInTurn('POST /rows', [noAnswer, noAnswer]);
  network.answerEvery('GET /never', noAnswer);
  network.answerEvery('POST /other', answerWith(200, {}));
  await post('/other');
  await post('/rows').catch(() => undefined);
  expect(network.forget().sort()).toEqual(['GET /never', 'POST /rows']);
  expect((await post('/rows')).status).toBe(201);
});

test('a server that is gone is heard no answer from', async () => {
  server.close();
  await expect(post('/rows')).rejects.toThrow();
});
