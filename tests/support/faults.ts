import type { BrowserContext, Route } from '@playwright/test';

/** The requests that deliver a booking. Routes on a context catch its pages' requests and the worker's. */
export const INSERT = '**/rest/v1/bookings*';
export const ALERT = '**/functions/v1/send-form-email';

type Answer = (route: Route) => Promise<void>;

/** Gives each of the next requests its own answer; those after them go to the server. Tells how many came. */
export async function answerInTurn(context: BrowserContext, url: string, answers: Answer[]): Promise<{ readonly count: number }> {
  const seen = { count: 0 };
  await context.route(url, (route) => {
    const answer = answers[seen.count++];
    return answer ? answer(route) : route.continue();
  });
  return seen;
}

/** The server does its work, and its answer is lost on the way back. */
export const loseAnswer: Answer = async (route) => {
  await route.fetch();
  await route.abort();
};

/** An answer in the server's own format. */
export function answerWith(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return (route) => route.fulfill({ status, json: body, headers });
}

export const serverError = answerWith(500, { code: 'XX000', message: 'internal error', details: null, hint: null });

/** The database's definite no to a value. */
export const refusal = answerWith(400, {
  code: '23514',
  message: 'new row for relation "bookings" violates check constraint "bookings_phone_check"',
  details: null,
  hint: null,
});

/** A network that answers everything with its own sign-in page. */
export const signInPage: Answer = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in to the hotel Wi-Fi</title>' });

/**
 * A request that the server gets and answers, with the answer held back until it is let go or lost for good. One that does
 * not get there, because the device has no connection, fails as it would.
 */
export function holdAnswer(): { answer: Answer; reached: Promise<void>; release: () => void } {
  let reach: () => void;
  let release: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    reached,
    release,
    async answer(route) {
      const response = await route.fetch().catch(() => null);
      if (!response) return route.abort();
      reach();
      await released;
      // Whoever asked may be gone by now.
      await route.fulfill({ response }).catch(() => undefined);
    },
  };
}
