import { expect, test } from 'vitest';
import { readPostingTitle } from '../../../src/core/sync/read-replica.ts';
import { createReplica } from '../support/replica.ts';

/** A replica with a posting, and an application that stored an earlier title. */
async function keepPosting() {
  const { replica, server, pull } = createReplica();
  const [posting = ''] = server.add(1, 'careers', { title: 'Window cleaner' });
  const [application = ''] = server.add(1, 'job_applications', { job_title: 'Cleaner' });
  await pull();
  return {
    posting,
    application,
    positionOf: (id: string, career_id: string | null) =>
      readPostingTitle(replica, { id, career_id }),
  };
}

test('an application is for the position as it is called now', async () => {
  const { posting, application, positionOf } = await keepPosting();
  expect(await positionOf(application, posting)).toBe('Window cleaner');
});

test('an application for a deleted position keeps its title', async () => {
  const { application, positionOf } = await keepPosting();
  expect(await positionOf(application, null)).toBe('Cleaner');
  expect(await positionOf(application, 'a posting that is not on this device')).toBe('Cleaner');
});

test('the position of an application of which this device knows no more is not known', async () => {
  const { positionOf } = await keepPosting();
  expect(await positionOf('application-2', null)).toBeNull();
});
