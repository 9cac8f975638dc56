import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Canned, Fault } from './faults.ts';
import { cut, give, halved, reset, type Answered } from './http.ts';

/** What can be done with one request. */
export interface Way {
  /** Lets the server have it, as often as it is called. Null: the server gave no answer. */
  pass: () => Promise<Answered | null>;
  /** Keeps it, so that the server gets it later. */
  hold: (veryLate: boolean) => void;
  killServer: () => Promise<void>;
  /** Lets the device's patience end. */
  outlast: (response: ServerResponse) => void;
}

/** Lets a fault happen to one request, and gives the device what it is to get. */
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

const fromCanned = ({ status, headers, body }: Canned): Answered => ({
  status,
  headers,
  body: Buffer.from(body),
});
