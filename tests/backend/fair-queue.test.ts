import { setImmediate as nextEvents } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from '../../supabase/local/fair-queue.ts';

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

test('a failure reaches its own caller only', async () => {
  const run = createFairQueue();
  const failing = run(['a'], () => Promise.reject(new Error('mine')));
  const following = run(['a'], () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('mine');
  expect(await following).toBe('done');
});

test('other events of the process get their turn between two pieces of work', async () => {
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
