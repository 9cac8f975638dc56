import type { ProjectApi } from '../../functions/_shared/project-api.ts';
import type { LocalDatabase } from '../database/open-database.ts';
import { startRounds } from '../server/rounds.ts';

const MINUTE_MS = 60_000;
const AT_MOST = 20;

interface RetryOptions {
  project: ProjectApi;
  /** The function send-form-email. */
  answer: (request: Request) => Promise<Response>;
}

/**
 * Calls the function once for every due alert. A failure ends the round, because mail then fails
 * for the others too; each attempted alert waits longer than the rest, so none blocks the others.
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

/**
 * Runs a round and adds the due reminders, at once and every minute, in place of the hosted database's
 * schedule. A reminder's mail is due a quarter of an hour later.
 */
export const startAlertRetries = ({
  database,
  ...options
}: RetryOptions & { database: LocalDatabase }) =>
  startRounds(
    async () => {
      await retryAlerts(options);
      await database.query('select private.add_reminders(50)');
    },
    MINUTE_MS,
    'Reminders could not be added, or alerts that were not sent could not be tried again.',
  );
