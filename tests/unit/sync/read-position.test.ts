import { expect, test } from 'vitest';
import { readPosition } from '../../../src/core/sync/read-position.ts';
import { createCopy, USER } from '../support/copy.ts';

const ID = 'application-1';

/** A copy with a posting, and with the alert of an application for it as it was called then. */
async function keepPosting() {
  const { db, server, pull } = createCopy();
  const [posting = ''] = server.add(1, 'careers', { title: 'Window cleaner' });
  server.add(1, 'alerts', { record_id: ID, kind: 'job_application', state: 'sent', job_title: 'Cleaner' });
  await pull(['careers', 'alerts']);
  return { posting, positionOf: (id: string, career_id: string | null, userId = USER) => readPosition(db, userId, { id, career_id }) };
}

test('an application is for the position as it is called now', async () => {
  const { posting, positionOf } = await keepPosting();
  expect(await positionOf(ID, posting)).toBe('Window cleaner');
});

test('an application for a position that is gone is for what it was called then', async () => {
  const { positionOf } = await keepPosting();
  expect(await positionOf(ID, null)).toBe('Cleaner');
  expect(await positionOf(ID, 'a posting that is not on this device')).toBe('Cleaner');
});

test('the position of an application of which this device knows no more is not known', async () => {
  const { posting, positionOf } = await keepPosting();
  expect(await positionOf('application-2', null)).toBeNull();
  expect(await positionOf(ID, posting, 'user-2')).toBeNull();
});
