import { setImmediate as nextEvents } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noteConnection } from '../../supabase/local/server/event-loop.ts';
import { createFairQueue } from '../../supabase/local/server/fair-queue.ts';

test('senders take turns, and a sender’s own work keeps its order', async () => {
  const run = createFairQueue();
  const done: string[] = [];
  const send = (name: string, ...keys: string[]) =>
    run(keys, async () => {
      await nextEvents();
      done.push(name);
    });
  await Promise.all([
    send('a1', 'a'),
    send('a2', 'a'),
    send('a3', 'a'),
    send('b1', 'b'),
    send('b2', 'b'),
    send('c1', 'c'),
  ]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('the networks of one site share that site’s turns', async () => {
  const run = createFairQueue();
  const done: string[] = [];
  const send = (name: string, ...keys: string[]) =>
    run(keys, async () => {
      await nextEvents();
      done.push(name);
    });
  await Promise.all([
    send('first', 'other', 'x'),
    ...[1, 2, 3].map((network) => send(`a${network}`, 'a', String(network))),
    send('a1 again', 'a', '1'),
    send('b', 'b', '1'),
    send('b again', 'b', '1'),
  ]);
  expect(done).toEqual(['first', 'a1', 'b', 'a2', 'b again', 'a3', 'a1 again']);
});

test('a failure rejects its own caller only', async () => {
  const run = createFairQueue();
  const failing = run(['a'], () => Promise.reject(new Error('mine')));
  const following = run(['a'], () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('mine');
  expect(await following).toBe('done');
});

test('other events of the process run between two pieces of work', async () => {
  const run = createFairQueue();
  let done = 0;
  let doneAtTimer: number | undefined;
  setTimeout(() => (doneAtTimer = done), 1);
  const work = () =>
    run(['a'], async () => {
      const begun = performance.now();
      while (performance.now() - begun < 2);
      done += 1;
    });
  await Promise.all(Array.from({ length: 20 }, work));
  expect(doneAtTimer).toBeLessThan(5);
});

test('requests that arrive in one turn of the event loop alternate with others’, in any order of arrival', async () => {
  const run = createFairQueue();
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  // Each finishes before the next one arrives, so none of them queues.
  for (let index = 0; index < 5; index++) await run(['a'], async () => void turns.push(turn));
  isOver = true;
  expect(new Set(turns).size).toBe(5);
});

test('connections are accepted before the next piece of work, one per turn of the event loop', async () => {
  const run = createFairQueue();
  let [coming, before] = [30, 0];
  const accept = () => {
    noteConnection();
    if (--coming > 0) setImmediate(accept);
  };
  await Promise.all([
    run(['a'], async () => void setImmediate(accept)),
    run(['a'], async () => void (before = 30 - coming)),
  ]);
  expect(before).toBe(30);
});

test('an endless stream of connections delays work only briefly', async () => {
  const run = createFairQueue();
  let isOver = false;
  const accept = () => {
    noteConnection();
    if (!isOver) setImmediate(accept);
  };
  await Promise.all([
    run(['a'], async () => void setImmediate(accept)),
    run(['a'], async () => void (isOver = true)),
  ]);
  expect(isOver).toBe(true);
});
