import { beforeEach, expect, test, vi } from 'vitest';
import { loadDraft, saveDraft } from '../../../src/runtime/submissions/drafts.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

const { page } = vi.hoisted(() => ({ page: {} as Pick<ReturnType<typeof createOutbox>, 'db'> }));

vi.mock('../../../src/runtime/outbox/outbox.ts', () => ({
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
