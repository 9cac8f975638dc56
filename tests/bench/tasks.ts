import { StringDecoder } from 'node:string_decoder';
import type { CDPSession, Page } from '@playwright/test';

/**
 * The longest task of a page's main thread, in milliseconds of the clock and of the processor,
 * which other processes may use.
 */
export interface LongestTask {
  wall: number;
  cpu: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
}

const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);
/** A page's mark in a trace. The browser's own controls are pages too, with longer tasks. */
const MARK = 'traced-page';

/** The result of `act`, and the page's longest task during it, which may last minutes. */
export async function withTasks<T>(
  page: Page,
  act: () => Promise<T>,
): Promise<{ result: T; longest: LongestTask }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser to trace');
  const cdp = await browser.newBrowserCDPSession();
  await cdp.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: {
      includedCategories: ['toplevel', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  });
  const result = await act();
  await page.evaluate((name) => void performance.mark(name), MARK);
  const longest = longestOf(await endTrace(cdp));
  await cdp.detach();
  return { result, longest };
}

/**
 * Reads the tasks and the page's mark from a trace, line by line because it may exceed a string's
 * length.
 */
async function endTrace(cdp: CDPSession): Promise<TraceEvent[]> {
  const ended = new Promise<string>((resolve) =>
    cdp.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')),
  );
  await cdp.send('Tracing.end');
  const handle = await ended;
  const events: TraceEvent[] = [];
  const decoder = new StringDecoder();
  let rest = '';
  for (let eof = false; !eof;) {
    const part = await cdp.send('IO.read', { handle, size: 1 << 20 });
    eof = part.eof;
    const lines = (
      rest + (part.base64Encoded ? decoder.write(Buffer.from(part.data, 'base64')) : part.data)
    ).split('\n');
    rest = eof ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      const event = toEvent(line);
      if (event && (event.name === MARK || TASKS.has(event.name))) events.push(event);
    }
  }
  await cdp.send('IO.close', { handle });
  return events;
}

/** Null for a line without an event, before and after them. */
function toEvent(line: string): TraceEvent | null {
  const json = line.replace(/\],"metadata":$/, '').replace(/,$/, '');
  return json.startsWith('{"args":') ? (JSON.parse(json) as TraceEvent) : null;
}

function longestOf(events: readonly TraceEvent[]): LongestTask {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const marks = new Set(events.filter(({ name }) => name === MARK).map(threadOf));
  const tasks = events.filter((event) => event.ph === 'X' && marks.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of a page');
  const longest = (key: 'dur' | 'tdur') =>
    tasks.reduce((longest, task) => Math.max(longest, task[key] ?? 0), 0) / 1000;
  return { wall: longest('dur'), cpu: longest('tdur') };
}
