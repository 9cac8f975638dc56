import { format } from 'node:util';
import { onStop } from '../on-stop.mjs';
import { logAsJson } from '../shims/log.ts';
import { parseEnv, type Env } from '../settings.ts';
import { StartError } from '../start-error.ts';

interface Running {
  /** The text printed once everything runs. */
  announcement: string;
  close(): Promise<void>;
}

/**
 * Runs a program from its environment until it is stopped, then closes it and exits. The
 * announcement goes to stdout. A start-up failure goes to stderr with exit code 1, without a stack
 * if the person can fix it. All other stderr output is the log.
 */
export async function runUntilStopped(
  start: (env: Env, stop: AbortSignal) => Promise<Running>,
): Promise<never> {
  const stop = new AbortController();
  onStop(() => stop.abort());
  logAsJson();
  let isUp = false;
  try {
    const running = await start(parseEnv(process.env), stop.signal);
    console.log(running.announcement);
    isUp = true;
    const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    if (!stop.signal.aborted) await stopped;
    await running.close();
    process.exit(0);
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    const reason = error instanceof StartError ? error.message : error;
    if (isUp) console.error(reason);
    else process.stderr.write(`${format(reason)}\n`);
    process.exit(1);
  }
}
