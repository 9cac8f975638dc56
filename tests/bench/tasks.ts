import type { CDPSession, Page } from '@playwright/test';

/** How long the longest task of a page's main thread was, in milliseconds: of the clock, and of the processor, which others may be using. */
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
  args: { name?: string };
}

const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/** What `act` answers, and the longest task while it went on. */
export async function withTasks<T>(page: Page, act: () => Promise<T>): Promise<{ result: T; longest: LongestTask }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser to trace');
  const cdp = await browser.newBrowserCDPSession();
  await cdp.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] } });
  const result = await act();
  const longest = longestOf(await endTrace(cdp));
  await cdp.detach();
  return { result, longest };
}

async function endTrace(cdp: CDPSession): Promise<TraceEvent[]> {
  const ended = new Promise<string>((resolve) => cdp.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')));
  await cdp.send('Tracing.end');
  const handle = await ended;
  let text = '';
  for (let eof = false; !eof; ) {
    const part = await cdp.send('IO.read', { handle, size: 1 << 24 });
    text += part.base64Encoded ? Buffer.from(part.data, 'base64').toString() : part.data;
    eof = part.eof;
  }
  await cdp.send('IO.close', { handle });
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
}

function longestOf(events: readonly TraceEvent[]): LongestTask {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => event.ph === 'X' && TASKS.has(event.name) && mains.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of a page');
  const longest = (key: 'dur' | 'tdur') => tasks.reduce((longest, task) => Math.max(longest, task[key] ?? 0), 0) / 1000;
  return { wall: longest('dur'), cpu: longest('tdur') };
}
