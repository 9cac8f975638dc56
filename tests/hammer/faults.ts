import {
  FLOOD,
  FORBIDDEN,
  REQUEST_FAULTS,
  SERVER_FAULTS,
  STORAGE_ANSWERS,
  STORAGE_OUTCOMES,
  type RestAnswer,
} from '../support/contracts.ts';
import { between, chance, pick, weighted, type Random } from './random.ts';

/**
 * The fate of one request. `arrives`: whether the server gets it. If the fault has an answer of its
 * own, the server's is lost.
 */
export type Fault =
  | { kind: 'none' | 'slow' }
  /** Nothing listens, or the device reports that it is offline. */
  | { kind: 'refused' | 'offline' }
  /**
   * The connection is reset: before the request is passed on, while the server works, or instead of
   * the answer.
   */
  | { kind: 'reset-before' | 'reset-during' | 'answer-lost' }
  /**
   * The answer is cut off: the connection breaks, or a gateway passes on half of it as if it were
   * whole.
   */
  | { kind: 'cut' | 'half-answer' }
  /**
   * The server gets the request twice: at the same time, with the first answer for the device, or
   * much later.
   */
  | { kind: 'replayed' | 'replayed-late' }
  /** The server gets the request twice in sequence, and the device half of the second answer. */
  | { kind: 'replayed-half' }
  /** The device's timeout ends first; the request arrives later, or at the end. */
  | { kind: 'late' | 'very-late' }
  /** An intermediary answers. */
  | { kind: 'gateway' | 'captive' | 'rate-limit'; arrives: boolean; answer: Canned }
  /**
   * The server's own answer to a request that it did not accept: its own fault, or one in the
   * request.
   */
  | { kind: 'server-fault' | 'request-fault'; arrives: boolean; answer: Canned }
  /** The server is killed while it handles the request. */
  | { kind: 'server-killed'; afterMs: number };

export type FaultKind = Fault['kind'];

export interface Canned {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
const html = (status: number, title: string): Canned => ({
  status,
  headers: HTML_TYPE,
  body: `<!doctype html><title>${title}</title>`,
});
const json = (status: number, body: string): Canned => ({ status, headers: JSON_TYPE, body });

/** None of these has an error code of the database, PostgREST or Storage. */
const GATEWAY_JSON = [
  '{"message":"Forbidden"}',
  '{"error":"request blocked"}',
  '{"code":1020,"message":"Access denied"}',
  '{}',
  '[]',
  '"no"',
];

function gatewayAnswer(random: Random): Canned {
  const status = pick(
    random,
    [400, 401, 403, 404, 405, 407, 409, 413, 421, 451, 500, 502, 503, 504, 511],
  );
  switch (weighted(random, { json: 5, html: 3, cut: 3, empty: 1 })) {
    case 'json':
      return json(status, pick(random, GATEWAY_JSON));
    case 'html':
      return html(status, 'Access denied');
    case 'cut':
      return json(
        pick(random, [400, 409, status]),
        '{"code":"23505","details":null,"hint":null,"mess',
      );
    case 'empty':
      return json(status, '');
  }
}

function captivePage(random: Random): Canned {
  if (chance(random, 0.3))
    return { status: 302, headers: { location: 'http://hotel.example/sign-in' }, body: '' };
  return html(pick(random, [200, 201, 204, 511]), 'Sign in to the hotel Wi-Fi');
}

function rateLimit(random: Random): Canned {
  const wish = pick(random, [
    '',
    '7',
    '900',
    '86400',
    new Date(Date.now() + 90_000).toUTCString(),
    'soon',
  ]);
  const canned = chance(random, 0.3)
    ? html(429, 'Slow down')
    : json(429, '{"message":"Too many requests"}');
  return { ...canned, headers: { ...canned.headers, ...(wish && { 'retry-after': wish }) } };
}

const inRest = ({ status, code, message }: RestAnswer): Canned =>
  json(status, JSON.stringify({ ...(code && { code }), message, details: null, hint: null }));

/** Measured answers of Storage that mean `outcome` for a visitor's upload. */
const inStorage = (outcome: 'retry' | 'rejected'): Canned[] =>
  STORAGE_ANSWERS.filter(
    ({ case: name, status }) => status >= 400 && STORAGE_OUTCOMES.get(name)?.startsWith(outcome),
  ).map(({ status, body = '', headers = {} }) => ({ status, headers, body }));

/** Answers of our server, by the first segment of a request's path. */
const SERVER_ANSWERS: Readonly<
  Record<string, Record<'server-fault' | 'request-fault', Canned[]> | undefined>
> = {
  rest: {
    'server-fault': [...SERVER_FAULTS, FLOOD].map(inRest),
    'request-fault': [...REQUEST_FAULTS, FORBIDDEN].map(inRest),
  },
  storage: { 'server-fault': inStorage('retry'), 'request-fault': inStorage('rejected') },
};

const WEIGHTS: Record<Exclude<FaultKind, 'none' | 'offline'>, number> = {
  slow: 8,
  refused: 10,
  'reset-before': 8,
  'reset-during': 14,
  'answer-lost': 14,
  cut: 8,
  'half-answer': 8,
  replayed: 12,
  'replayed-late': 5,
  'replayed-half': 8,
  late: 8,
  'very-late': 4,
  gateway: 14,
  captive: 8,
  'rate-limit': 3,
  'server-fault': 14,
  'request-fault': 4,
  'server-killed': 0.35,
};
const WITHOUT_CONTRACTS = { ...WEIGHTS, 'server-fault': 0, 'request-fault': 0 };

/**
 * Draws the fate of a request on a network with this probability of faults. `step` is the first
 * segment of its path and permits our server's answers of the contracts; without it there are none.
 */
export function drawFault(random: Random, probability: number, step = ''): Fault {
  if (!chance(random, probability)) return { kind: 'none' };
  const answers = SERVER_ANSWERS[step];
  const kind = weighted(random, answers ? WEIGHTS : WITHOUT_CONTRACTS);
  switch (kind) {
    case 'gateway':
      return { kind, arrives: chance(random, 0.4), answer: gatewayAnswer(random) };
    case 'captive':
      return { kind, arrives: chance(random, 0.2), answer: captivePage(random) };
    case 'rate-limit':
      return { kind, arrives: chance(random, 0.2), answer: rateLimit(random) };
    case 'server-fault':
    case 'request-fault':
      return {
        kind,
        arrives: kind === 'server-fault' && chance(random, 0.2),
        answer: pick(random, answers?.[kind] ?? []),
      };
    case 'server-killed':
      return { kind, afterMs: between(random, 0, 30) };
    default:
      return { kind };
  }
}
