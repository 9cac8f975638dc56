interface Refusal {
  status: number;
  message: string;
  /** How each service words it, where it has words of its own. */
  rest?: string;
  auth?: string;
  storage?: { error: string; message?: string };
}

const TOO_LONG: Refusal = {
  status: 413,
  message: 'The request is longer than allowed here.',
  rest: '54000',
  auth: 'request_too_large',
  storage: {
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
};
const LONG_ADDRESS: Refusal = {
  status: 414,
  message: 'The address is longer than allowed here.',
  rest: 'PGRST100',
  auth: 'validation_failed',
  storage: { error: 'InvalidRequest' },
};
const NO_MEMORY: Refusal = {
  status: 503,
  message: 'Too much is being received and sent. Please try again later.',
  rest: '53200',
  auth: 'unavailable',
  storage: { error: 'SlowDown' },
};
const TOO_MANY: Refusal = {
  status: 429,
  message: 'Too many requests at once. Please try again in a moment.',
  rest: 'PT429',
  auth: 'over_request_rate_limit',
  storage: { error: 'SlowDown' },
};

function bodyOf(pathname: string, { status, message, rest, auth, storage }: Refusal): object {
  const [, service] = pathname.split('/');
  if (service === 'rest') return { code: rest, message, details: null, hint: null };
  if (service === 'auth') return { code: status, error_code: auth, msg: message };
  if (service === 'storage') return { statusCode: String(status), message, ...storage };
  return { error: message };
}

/** In the words of the service that was asked. Nothing more of the request is read, so the connection ends with it. */
const refuseWith =
  (refusal: Refusal, headers: Record<string, string> = {}) =>
  (pathname: string): Response =>
    Response.json(bodyOf(pathname, refusal), {
      status: refusal.status,
      headers: {
        connection: 'close',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after,x-request-id',
        ...headers,
      },
    });

export const refuseBody = refuseWith(TOO_LONG);
export const refuseAddress = refuseWith(LONG_ADDRESS);
/** Clients take these two for "later". */
export const refuseForNow = refuseWith(NO_MEMORY, { 'retry-after': '5' });
export const refuseSender = refuseWith(TOO_MANY, { 'retry-after': '1' });
