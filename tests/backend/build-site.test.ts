import { expect, test, vi } from 'vitest';
import { runQuietly } from '../../supabase/local/site/build-site.ts';

const run = async (script: string, stop = new AbortController().signal) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  // Not console.error, which the start turns into the log's JSON.
  const error = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const failed = await runQuietly(['-e', script], stop).then(
    () => null,
    (cause: unknown) => (cause as Error).message,
  );
  const printed = [log, error].flatMap((spy) => spy.mock.calls.flat());
  vi.restoreAllMocks();
  return { failed, printed };
};

test('a build that succeeds prints nothing', async () => {
  expect(await run(`console.log('a list of files'); console.error('a warning')`)).toEqual({
    failed: null,
    printed: [],
  });
});

test('a build that fails prints all of its output', async () => {
  const script = `for (let n = 1; n <= 1000; n++) console.log('line ' + n); process.exitCode = 3`;
  const { failed, printed } = await run(script);
  expect(failed).toBe('The site could not be built; the messages above say why.');
  expect(String(printed[0]).trimEnd().split('\n')).toHaveLength(1000);
});

test('a build that is stopped says so', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  expect(await run('setInterval(() => undefined, 1000)', stop.signal)).toEqual({
    failed: 'Stopped.',
    printed: [],
  });
});
