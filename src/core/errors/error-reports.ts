import { sha256 } from '../server/sha256.ts';
import type { DescribedError } from './describe-error.ts';

export interface CountedError {
  hash: string;
  kind: string;
  place: string;
  times: number;
}

interface ReportOptions {
  /** Sends the errors to the server. Its failures are ignored. */
  send: (errors: readonly CountedError[]) => Promise<unknown>;
  /** Milliseconds during which errors are collected. */
  pauseMs: number;
}

interface ErrorReports {
  /** Counts one error, to be sent with those of the next moments. Never rejects. */
  note(error: DescribedError | null): Promise<void>;
  flush(): void;
}

/** Limits of one page view. */
const MOST_ERRORS = 50;
const MOST_KINDS = 10;

const hashOf = async ({ kind, place, text }: DescribedError) =>
  (await sha256([kind, place, text].join('\n'))).slice(0, 16);

/** Collects the errors of one page view, counts equal ones, and sends them in batches. */
export function createErrorReports({ send, pauseMs }: ReportOptions): ErrorReports {
  const kinds = new Set<string>();
  const waiting = new Map<string, CountedError>();
  let noted = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const errors = [...waiting.values()];
    waiting.clear();
    send(errors).catch(() => undefined);
  }

  async function note(error: DescribedError | null): Promise<void> {
    if (error === null || noted >= MOST_ERRORS) return;
    noted += 1;
    // Without TLS a browser computes no hash.
    const hash = await hashOf(error).catch(() => null);
    if (hash === null || (!kinds.has(hash) && kinds.size >= MOST_KINDS)) return;
    kinds.add(hash);
    const { kind, place } = error;
    waiting.set(hash, { hash, kind, place, times: (waiting.get(hash)?.times ?? 0) + 1 });
    timer ??= setTimeout(flush, pauseMs);
  }

  return { note, flush };
}
