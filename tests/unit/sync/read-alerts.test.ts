import { expect, test } from 'vitest';
import { readUnsentAlerts } from '../../../src/core/sync/read-replica.ts';
import { createReplica } from '../support/replica.ts';

const LATER = Date.UTC(2030, 0, 1);

/** A replica with alerts in these states, each a minute later than the last; returns their ids. */
async function keepAlerts(states: readonly string[]) {
  const { replica, server, pull } = createReplica();
  const ids = states.flatMap((state) => server.add(1, 'alerts', { state }));
  await pull();
  const unsent = async (wish: { before?: number; limit?: number } = {}) => {
    const alerts = await readUnsentAlerts(replica, { before: LATER, limit: 10, ...wish });
    return alerts.map(({ id }) => ids.indexOf(id));
  };
  return { unsent, replica };
}

test('unsent alerts come newest first, and sent ones are not replicated', async () => {
  const { unsent, replica } = await keepAlerts([
    'failed',
    'sent',
    'pending',
    'sent',
    'sending',
    'sent',
    'pending',
  ]);
  expect(await unsent()).toEqual([6, 4, 2, 0]);
  expect(await replica.keptRows.count()).toBe(4);
});

test('of many alerts the newest come', async () => {
  const { unsent } = await keepAlerts(['pending', 'failed', 'pending', 'failed']);
  expect(await unsent({ limit: 2 })).toEqual([3, 2]);
});

test('an alert that is sent leaves the replica', async () => {
  const { replica, server, pull } = createReplica();
  const [id = ''] = server.add(1, 'alerts', { state: 'pending' });
  await pull();
  expect(await replica.keptRows.count()).toBe(1);
  server.change(id, { state: 'sent' });
  await pull();
  expect(await replica.keptRows.count()).toBe(0);
});

test('an alert that is young is left out', async () => {
  const { unsent } = await keepAlerts(['pending', 'pending', 'pending']);
  const second = Date.UTC(2026, 0, 1) + 2 * 60_000;
  expect(await unsent({ before: second })).toEqual([0]);
});
