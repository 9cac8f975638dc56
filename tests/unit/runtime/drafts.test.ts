import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearLeftDraft,
  loadDraft,
  loadDraftFile,
  saveDraft,
  saveDraftFile,
  saveLeftDraft,
} from '../../../src/runtime/drafts.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

const { page } = vi.hoisted(() => ({ page: {} as Pick<ReturnType<typeof createOutbox>, 'db'> }));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));

let outbox: ReturnType<typeof createOutbox>;
beforeEach(() => {
  outbox = createOutbox();
  Object.assign(page, outbox);
  vi.spyOn(Date, 'now').mockImplementation(() => outbox.clock.now);
});

test.each([
  ['kept when the clock was set back', -2 * HOUR, true],
  ['kept for less than a day', 23 * HOUR, true],
  ['forgotten after a day', 24 * HOUR, false],
])('what was typed is %s', async (_, passed, isKept) => {
  await saveDraft('contact', { name: 'Ailsa Craig' }, null);
  outbox.clock.now += passed;
  expect((await loadDraft('contact')) !== null).toBe(isKept);
});

describe('of a form that was left while it was being submitted', () => {
  const SUBMITTED = { name: 'Ailsa Craig' };
  const NEXT = { name: 'Another One' };

  test('what it could not send is kept, over what it had kept before', async () => {
    await saveDraft('contact', { name: 'Ailsa' }, null);
    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveLeftDraft('contact', SUBMITTED, { id: 'one', keepsFile: false, day: null }, since);
    expect(await loadDraft('contact')).toMatchObject({ values: SUBMITTED, edits: { id: 'one' } });
  });

  test('what was typed since is not overwritten and not forgotten', async () => {
    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveDraft('contact', NEXT, null);
    await saveLeftDraft('contact', SUBMITTED, null, since);
    await clearLeftDraft('contact', since);
    expect(await loadDraft('contact')).toMatchObject({ values: NEXT });
  });

  test('what it had kept is forgotten, with its file, and a file that was picked since is not', async () => {
    await saveDraft('job_application', SUBMITTED, null);
    await saveDraftFile('job_application', new File(['old'], 'old.pdf'));
    await clearLeftDraft('job_application', outbox.clock.now);
    expect(await loadDraft('job_application')).toBeNull();
    expect(await loadDraftFile('job_application')).toBeNull();

    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveDraftFile('job_application', new File(['new'], 'new.pdf'));
    await clearLeftDraft('job_application', since);
    expect((await loadDraftFile('job_application'))?.name).toBe('new.pdf');
  });
});
