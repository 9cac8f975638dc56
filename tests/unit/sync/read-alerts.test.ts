import { expect, test } from 'vitest';
import { readUnsentAlerts } from '../../../src/core/sync/read-alerts.ts';
import { createCopy, USER } from '../support/copy.ts';

const LATER = Date.UTC(2030, 0, 1);

/** A copy with alerts in these states, each a minute later than the one before; their ids. */
async function keepAlerts(states: readonly string[]) {
  const { db, server, pull } = createCopy();
  const ids = states.flatMap((state) => server.add(1, 'alerts', { state }));
  await pull(['alerts']);
  let read = 0;
  db.keptRows.hook('reading', (row) => {
    read += 1;
    return row;
  });
  const unsent = async (wish: { before?: number; limit?: number; userId?: string } = {}) => {
    const alerts = await readUnsentAlerts(db, { userId: USER, before: LATER, limit: 10, ...wish });
    return alerts.map(({ id }) => ids.indexOf(id));
  };
  return { unsent, countRead: () => read };
}

test('alerts that have not gone out come newest first, and those that have are not read', async () => {
  const { unsent, countRead } = await keepAlerts(['failed', 'sent', 'pending', 'sent', 'sending', 'sent', 'pending']);
  expect(await unsent()).toEqual([6, 4, 2, 0]);
  expect(countRead()).toBe(4);
});

test('of many alerts the newest come', async () => {
  const { unsent } = await keepAlerts(['pending', 'failed', 'pending', 'failed']);
  expect(await unsent({ limit: 2 })).toEqual([3, 2]);
});

test('an alert that is young is left out', async () => {
  const { unsent } = await keepAlerts(['pending', 'pending', 'pending']);
  const second = Date.UTC(2026, 0, 1) + 2 * 60_000;
  expect(await unsent({ before: second })).toEqual([0]);
});

test('another user has none of them', async () => {
  const { unsent } = await keepAlerts(['pending']);
  expect(await unsent({ userId: 'user-2' })).toEqual([]);
});
