import { beforeEach, expect, test, vi } from 'vitest';
import { announceCreations } from '../../../src/portal/create/announce-creations.ts';
import { DELETION_TEXTS } from '../../../src/portal/list/deletion-texts.ts';
import type { WaitCause } from '../../../src/core/domain/reasons.ts';
import type { notify } from '../../../src/ui/toast.ts';

const info = vi.hoisted(() => vi.fn<typeof notify.info>());
vi.mock('../../../src/ui/toast.ts', () => ({ notify: { info, dismiss: () => undefined } }));

beforeEach(() => info.mockClear());

const WORDS: [WaitCause, RegExp][] = [
  ['offline', /as soon as there is a connection/],
  ['not-our-server', /this network is answering in its place. Open its sign-in page/],
  ['server', /our server could not do it yet. It is tried again automatically/],
  ['rate-limited', /too many requests from here. It is tried again automatically/],
  ['device', /something went wrong on this device/],
  ['signed-out', /when you sign in again/],
];

test.each(WORDS)('a deletion that waits because of %s names that cause alone', (cause, words) => {
  const { waiting, progress } = DELETION_TEXTS.bookings;
  for (const text of [waiting(2, cause), progress(1000, 2500, cause)]) {
    expect(WORDS.filter(([, other]) => other.test(text))).toEqual([[cause, words]]);
  }
});

test.each(WORDS)('the toast of a creation that waits because of %s says so', (cause, words) => {
  announceCreations('gallery_images', [{ outcome: 'waiting', cause }]);
  expect(info).toHaveBeenCalledExactlyOnceWith('Saved on this device', {
    id: 'saved:gallery_images',
    // The list's panel shows it for longer.
    duration: 3000,
    description: expect.stringMatching(words),
  });
});

test('a deletion that has not failed blames nothing', () => {
  expect(DELETION_TEXTS.bookings.waiting(2, null)).toBe(
    '2 bookings will be deleted as soon as the connection allows.',
  );
});
