import { senderOf, type Company } from '../_shared/company.ts';
import { headerAddress } from '../_shared/email-address.ts';
import type { SendMailResult, Transport } from '../_shared/mail.ts';
import { receiptMailId } from '../_shared/mail-id.ts';
import type { Kind } from './compose.ts';
import { composeAnswer } from './compose-answer.ts';
import { composeReceipt } from './compose-receipt.ts';
import type { ReceiptClaim, Receipts, ReceiptSettings } from './records.ts';

interface SenderOptions extends ReceiptSettings {
  receipts: Receipts;
  transport: Transport;
  company: Company;
  site: () => string;
}

/**
 * Sends the due mail to a submission's customer: its receipt, or the one about its last answer.
 * Never rejects: it logs a failure.
 */
type SendReceipt = (kind: Kind, id: string) => Promise<void>;

export function createReceiptSender(options: SenderOptions): SendReceipt {
  const { receipts, transport, to, company, site } = options;

  async function deliver(kind: Kind, id: string, claim: ReceiptClaim): Promise<SendMailResult> {
    const { receipt_id: receiptId, record, job_title: jobTitle, event } = claim;
    const address = headerAddress(record['email']);
    if (address === null)
      return { sent: false, isRefusal: true, reason: 'Its address is no header’s.' };
    return transport({
      id: receiptMailId(receiptId),
      to: [address],
      from: senderOf(company),
      // The first of the office's mailboxes.
      ...(to[0] !== undefined && { replyTo: to[0] }),
      ...(event
        ? await composeAnswer(id, record, event, site(), company)
        : await composeReceipt({ kind, id, record, jobTitle }, site(), company)),
    });
  }

  return async (kind, id) => {
    try {
      const claim = await receipts.claim(kind, id, options);
      if (claim === null) return;
      const result = await deliver(kind, id, claim);
      if (!result.sent)
        console.error(`The receipt ${claim.receipt_id} was not sent. ${result.reason}`);
      await receipts.finish(claim.receipt_id, result);
    } catch (error) {
      console.error('A receipt could not be claimed or recorded.', error);
    }
  };
}
