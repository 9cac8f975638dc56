import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from '../../../src/ui/use-idle.ts';

const page = new EventTarget();
const called = vi.fn();

/** A page in this state, whose browser is idle on request. */
function openPage(readyState: DocumentReadyState): void {
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback));
}

beforeEach(() => {
  vi.useFakeTimers();
  called.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('work that the first view does not need begins once, when the page is loaded', async () => {
  openPage('interactive');
  whenIdle(called);
  await vi.advanceTimersByTimeAsync(4900);
  expect(called).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(called).toHaveBeenCalledTimes(1);
});

test('it begins at once where the page is loaded', async () => {
  openPage('complete');
  whenIdle(called);
  await vi.advanceTimersByTimeAsync(1);
  expect(called).toHaveBeenCalledTimes(1);
});

test('pictures that do not come hold it up for five seconds', async () => {
  openPage('interactive');
  whenIdle(called);
  await vi.advanceTimersByTimeAsync(5001);
  expect(called).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(called).toHaveBeenCalledTimes(1);
});

test.each(['before the page is loaded', 'before the browser is idle'])(
  'cancelled %s, it never begins',
  async (when) => {
    openPage('interactive');
    const cancel = whenIdle(called);
    if (when === 'before the browser is idle') page.dispatchEvent(new Event('load'));
    cancel();
    page.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(called).not.toHaveBeenCalled();
  },
);
