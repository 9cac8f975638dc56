import type { ProjectApi } from '../../functions/_shared/project-api.ts';
import { startRounds } from '../server/rounds.ts';

const MINUTE_MS = 60_000;
const AT_MOST = 20;

interface RetryOptions {
  project: ProjectApi;
  /** The function send-form-email. */
  answer: (request: Request) => Promise<Response>;
}

/**
 * Asks once for every alert that is due. A failure ends the round: mail is down for the others, too, and each that was tried waits longer
 * than those that were not, so that none is in the way of the rest.
 */
export async function retryAlerts({ project, answer }: RetryOptions): Promise<void> {
  const due = (await project.call('due_alerts', { at_most: AT_MOST })) as unknown[];
  for (const asked of due) {
    const response = await answer(
      new Request('http://localhost/functions/v1/send-form-email', {
        method: 'POST',
        body: JSON.stringify(asked),
      }),
    );
    if (response.status >= 500) return;
  }
}

/** Does at once and every minute what the hosted database has a schedule for. */
export const startAlertRetries = (options: RetryOptions) =>
  startRounds(
    () => retryAlerts(options),
    MINUTE_MS,
    'Alerts that were not sent could not be tried again.',
  );
