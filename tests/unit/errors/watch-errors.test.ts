import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchErrors } from '../../../src/core/errors/watch-errors.ts';

const ORIGIN = 'https://www.example.com';
const sent: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return new Response();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page's window or a worker's scope, watched. */
function watch() {
  const scope = new EventTarget();
  const backend = { supabaseUrl: '', publishableKey: 'key' };
  watchErrors({ scope, origin: ORIGIN, release: 'index-1', backend });
  return {
    raise: (type: string, detail: object) =>
      void scope.dispatchEvent(Object.assign(new Event(type), detail)),
  };
}

const { setImmediate: nextTurn } = globalThis;

/** The kinds of the first `count` reported errors. */
async function kindsSent(count: number): Promise<string[]> {
  const kinds = () =>
    sent.flatMap((report) =>
      (report as { _errors: { kind: string }[] })._errors.map(({ kind }) => kind),
    );
  while (kinds().length < count) {
    // Hashes are computed outside the fake timers.
    await new Promise((resolve) => nextTurn(resolve));
    await vi.runAllTimersAsync();
  }
  return kinds().sort();
}
const failed = (name: string) =>
  Object.assign(new Error('x'), { name, stack: `${name}\n at ${ORIGIN}/sw.js:1:2` });

test('an uncaught error, an unhandled rejection and a broken policy rule are reported', async () => {
  const { raise } = watch();
  raise('error', { error: failed('RangeError') });
  raise('unhandledrejection', { reason: failed('TypeError') });
  raise('securitypolicyviolation', {
    effectiveDirective: 'connect-src',
    sourceFile: `${ORIGIN}/sw.js`,
  });
  expect(await kindsSent(3)).toEqual(['PolicyViolation', 'RangeError', 'TypeError']);
});

test('an error in a script of another site is not reported', async () => {
  const { raise } = watch();
  raise('error', { error: null });
  raise('securitypolicyviolation', {
    effectiveDirective: 'script-src-elem',
    sourceFile: 'chrome-extension://a/b.js',
  });
  raise('error', { error: failed('RangeError') });
  expect(await kindsSent(1)).toEqual(['RangeError']);
});
