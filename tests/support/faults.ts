import type { Answer } from './network.ts';

/** The requests that deliver a booking. */
export const INSERT = 'POST /rest/v1/bookings*';

/** Deletes rows of any list, for an administrator. */
export const DELETION = 'POST /rest/v1/rpc/delete_rows*';
export const ALERT = 'POST /functions/v1/send-form-email';

/** The request never reaches the server. */
export const noAnswer: Answer = ({ lose }) => lose();

/** The server handles the request, and its answer is lost. */
export const loseAnswer: Answer = async ({ ask, lose }) => {
  await ask();
  lose();
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer in the server's format; texts and bytes are sent unchanged. */
export const answerWith =
  (status: number, body: object | string | Buffer, headers: Record<string, string> = {}): Answer =>
  ({ give }) =>
    give({ status, headers: { 'content-type': JSON_TYPE, ...headers }, body: toBytes(body) });

const toBytes = (body: object | string | Buffer): Buffer =>
  Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

export const serverError = answerWith(500, {
  code: 'XX000',
  message: 'internal error',
  details: null,
  hint: null,
});

/** The database refuses a value. */
export const refusal = answerWith(400, {
  code: '23514',
  message: 'new row for relation "bookings" violates check constraint "bookings_phone_check"',
  details: null,
  hint: null,
});

/** A network that answers everything with its sign-in page. */
export const signInPage = answerWith(
  200,
  '<!doctype html><title>Sign in to the hotel Wi-Fi</title>',
  { 'content-type': 'text/html' },
);

/** Holds back the server's answers, or `instead`, until they are released or lost. */
export function pauseAnswer(instead?: Answer): {
  answer: Answer;
  arrived: Promise<void>;
  release: () => void;
} {
  let arrive = (): void => undefined;
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    arrived,
    release,
    async answer(exchange) {
      const reply = instead ? null : await exchange.ask();
      arrive();
      await released;
      if (reply) exchange.give(reply);
      else await instead?.(exchange);
    },
  };
}
