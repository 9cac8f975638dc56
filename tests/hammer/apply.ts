import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Canned, Fault } from './faults.ts';
import { cut, give, halved, reset, type ReadResult } from './http.ts';

/** The actions that a fault can take on one request. */
export interface Way {
  /**
   * Passes the request to the server; may be called repeatedly. Null if the server gave no answer.
   */
  pass: () => Promise<ReadResult | null>;
  /** Delays the request until later. */
  hold: (veryLate: boolean) => void;
  killServer: () => Promise<void>;
  /** Exceeds the device's timeout. */
  outlast: (response: ServerResponse) => void;
}

/** Applies a fault to one request, and gives the device its answer. */
export async function apply(
  fault: Fault,
  { pass, hold, killServer, outlast }: Way,
  response: ServerResponse,
): Promise<void> {
  switch (fault.kind) {
    case 'none':
    case 'refused':
    case 'offline':
      return give(response, await pass());
    case 'slow':
      await setTimeout(5);
      return give(response, await pass());
    case 'reset-before':
      return reset(response);
    case 'reset-during':
      void pass();
      await setTimeout(1);
      return reset(response);
    case 'answer-lost':
      await pass();
      return reset(response);
    case 'cut':
      return cut(response, await pass());
    case 'half-answer':
      return give(response, halved(await pass()));
    case 'replayed':
      return give(response, await Promise.race([pass(), pass()]));
    case 'replayed-half':
      await pass();
      return give(response, halved(await pass()));
    case 'replayed-late':
      hold(false);
      return give(response, await pass());
    case 'late':
    case 'very-late':
      hold(fault.kind === 'very-late');
      return outlast(response);
    case 'gateway':
    case 'captive':
    case 'rate-limit':
    case 'server-fault':
    case 'request-fault':
      if (fault.arrives) await pass();
      return give(response, fromCanned(fault.answer));
    case 'server-killed': {
      const answered = pass();
      await setTimeout(fault.afterMs);
      void killServer();
      return give(response, await answered);
    }
  }
}

const fromCanned = ({ status, headers, body }: Canned): ReadResult => ({
  status,
  headers,
  body: Buffer.from(body),
});
