import { headerAddress } from '../_shared/email-address.ts';
import type { SendMailResult, Transport } from '../_shared/mail.ts';
import { receiptMailId } from '../_shared/mail-id.ts';
import type { Kind } from './compose.ts';
import { composeAnswer } from './compose-answer.ts';
import { composeReceipt } from './compose-receipt.ts';
import { composeAnswerPush } from './compose-push.ts';
import type { Push } from './push.ts';
import type { ReceiptClaim, Receipts } from './records.ts';

interface SenderOptions {
  receipts: Receipts;
  transport: Transport;
  /** The office's mailboxes; answers go to the first. */
  to: readonly string[];
  from: string;
  site: () => string;
  /** The most receipts a day; 0 sends none. */
  perDay: number;
  /** Sends a booking's customer a notification; null where web push is not set up. */
  notify: Push['toCustomer'] | null;
}

/**
 * Sends the due mail to a submission's customer, its receipt or the one about its last answer, and a
 * notification after an answer of the office. Never rejects: it logs a failure.
 */
type SendReceipt = (kind: Kind, id: string) => Promise<void>;

export function createReceiptSender(options: SenderOptions): SendReceipt {
  const { receipts, transport, to, from, site, perDay, notify } = options;

  function deliver(
    kind: Kind,
    id: string,
    claim: ReceiptClaim,
  ): SendMailResult | Promise<SendMailResult> {
    const { receipt_id: receiptId, record, job_title: jobTitle, event } = claim;
    const address = headerAddress(record['email']);
    if (address === null) return { sent: false, reason: 'Its address is no header’s.' };
    return transport({
      id: receiptMailId(receiptId),
      to: [address],
      from,
      ...(to[0] !== undefined && { replyTo: to[0] }),
      ...(event
        ? composeAnswer(id, record, event, site())
        : composeReceipt({ kind, id, record, jobTitle }, site())),
    });
  }

  return async (kind, id) => {
    try {
      const claim = await receipts.claim(kind, id, perDay);
      if (claim === null) return;
      const result = await deliver(kind, id, claim);
      if (!result.sent)
        console.error(`The receipt ${claim.receipt_id} was not sent. ${result.reason}`);
      await receipts.finish(claim.receipt_id, result.sent);
      const { record, event } = claim;
      if (result.sent && event?.actor === 'office')
        await notify?.(id, composeAnswerPush(id, record, event));
    } catch (error) {
      console.error('A receipt could not be claimed or recorded.', error);
    }
  };
}
