import { parseEnv, type Env } from './settings.ts';
import { StartError } from './start-error.ts';

interface Running {
  /** What the person reads once everything is up. */
  announcement: string;
  /** Rejects when the program can't go on. */
  failed?: Promise<never> | undefined;
  close(): Promise<void>;
}

const PARENT_CHECK_MS = 300;

/** Ctrl-C, a signal, or the end of npm, which leaves what it started running when it is told to stop. */
function onStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
}

/**
 * Runs a program from its environment until it is told to stop, then closes it and ends the process. What the person can mend
 * is printed without a stack, with exit code 1.
 */
export async function runUntilStopped(start: (env: Env, stop: AbortSignal) => Promise<Running>): Promise<never> {
  const stop = new AbortController();
  onStop(() => stop.abort());
  try {
    const running = await start(parseEnv(process.env), stop.signal);
    console.log(running.announcement);
    const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    if (!stop.signal.aborted) await Promise.race([stopped, running.failed].filter(Boolean));
    await running.close();
    process.exit(0);
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
