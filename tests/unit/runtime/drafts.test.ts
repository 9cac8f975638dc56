import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearLeftDraft,
  loadDraft,
  loadDraftFile,
  saveDraft,
  saveDraftFile,
  saveLeftDraft,
} from '../../../src/runtime/drafts.ts';
import type { Draft } from '../../../src/core/store/device-schema.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

const { page } = vi.hoisted(() => ({ page: {} as Pick<ReturnType<typeof createOutbox>, 'db'> }));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));

const draftOf = (form: Draft['form'], values: object, changes: Partial<Draft> = {}): Draft => ({
  form,
  id: 'one',
  values,
  savedAt: outbox.clock.now,
  ...changes,
});

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
  await saveDraft(draftOf('contact', { name: 'Ailsa Craig' }));
  outbox.clock.now += passed;
  expect((await loadDraft('contact')) !== null).toBe(isKept);
});

describe('of a form that was left while it was being submitted', () => {
  const SUBMITTED = { name: 'Ailsa Craig' };
  const NEXT = { name: 'Another One' };

  test('an unsent form’s values are kept, over the earlier draft', async () => {
    await saveDraft(draftOf('contact', { name: 'Ailsa' }));
    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    const edits = { id: 'one', keepsFile: false, day: null };
    await saveLeftDraft(draftOf('contact', SUBMITTED, { edits }), since);
    expect(await loadDraft('contact')).toMatchObject({ values: SUBMITTED, edits: { id: 'one' } });
  });

  test('text typed since is neither overwritten nor deleted', async () => {
    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveDraft(draftOf('contact', NEXT, { id: 'two' }));
    await saveLeftDraft(draftOf('contact', SUBMITTED), since);
    await clearLeftDraft('contact', 'one', since);
    expect(await loadDraft('contact')).toMatchObject({ values: NEXT });
  });

  test('the draft of another tab is not deleted', async () => {
    await saveDraft(draftOf('contact', NEXT, { id: 'two' }));
    await clearLeftDraft('contact', 'one', outbox.clock.now);
    expect(await loadDraft('contact')).toMatchObject({ values: NEXT });
  });

  test('its earlier draft is deleted with its file, and a file chosen since is not', async () => {
    await saveDraft(draftOf('job_application', SUBMITTED));
    await saveDraftFile('job_application', new File(['old'], 'old.pdf'));
    await clearLeftDraft('job_application', 'one', outbox.clock.now);
    expect(await loadDraft('job_application')).toBeNull();
    expect(await loadDraftFile('job_application')).toBeNull();

    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveDraftFile('job_application', new File(['new'], 'new.pdf'));
    await clearLeftDraft('job_application', 'one', since);
    expect((await loadDraftFile('job_application'))?.name).toBe('new.pdf');
  });
});
