import { composeAnswerPush } from './compose-push.ts';
import type { Push } from './push.ts';
import type { Pushes } from './records.ts';

interface SenderOptions {
  pushes: Pushes;
  /** Sends a booking's customer a notification; null where web push is not set up. */
  notify: Push['toCustomer'] | null;
  /** Whether customers are reminded of a visit. */
  reminders: boolean;
}

/**
 * Sends the due notification of the office's last answer to a booking or of a reminder, whatever its mail does.
 * Never rejects: it logs a failure.
 */
export function createAnswerPushSender({
  pushes,
  notify,
  reminders,
}: SenderOptions): (bookingId: string) => Promise<void> {
  return async (bookingId) => {
    try {
      const claim = await pushes.claim(bookingId, reminders);
      if (claim === null) return;
      const { record, event } = claim;
      const result = await notify?.(bookingId, composeAnswerPush(bookingId, record, event));
      await pushes.finish(event.id, result ?? 'off');
    } catch (error) {
      console.error('A notification could not be claimed or recorded.', error);
    }
  };
}
