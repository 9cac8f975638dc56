import type { SendMailResult } from '../_shared/mail.ts';
import type { ProjectApi } from '../_shared/project-api.ts';
import type { Kind } from './compose.ts';
import type { BookingEvent, MailedEvent, StoredRecord } from './describe-record.ts';

export type Claim =
  | { outcome: 'unknown' | 'sent' | 'claimed-elsewhere' }
  | {
      outcome: 'claimed';
      alert_id: string;
      bounces: number;
      record: StoredRecord;
      job_title: string | null;
      /** The customer's answer that this alert is about; null for the submission itself. */
      event?: BookingEvent | null;
      /** Another alert of the record can be claimed now. */
      more?: boolean;
    };

/** The alerts in the database. Each function throws when the database fails. */
export interface Records {
  /**
   * Leases an alert of a submission for two minutes, unless all are sent, leased by another caller,
   * or not due.
   */
  claim(kind: Kind, id: string): Promise<Claim>;
  finish(alertId: string, result: SendMailResult): Promise<void>;
  /** The number of alerts that should have been sent an hour ago. */
  countLate(): Promise<number>;
}

/** The alerts through the database's API. */
export function createRecords(project: ProjectApi): Records {
  return {
    claim: async (kind, id) =>
      (await project.call('claim_alert', { _kind: kind, _id: id })) as Claim,
    finish: async (alertId, result) =>
      void (await project.call('finish_alert', {
        _alert_id: alertId,
        _sent: result.sent,
        _reason: result.sent ? null : [result.reason, result.message].filter(Boolean).join(' '),
      })),
    countLate: async () => (await project.call('late_alerts')) as number,
  };
}

export interface ReceiptClaim {
  receipt_id: string;
  /** The columns of a receipt: none with typed text, except the address. */
  record: StoredRecord;
  job_title: string | null;
  /** The answer to a booking that this mail is about, instead of the submission itself. */
  event?: MailedEvent;
}

/** The receipts in the database. Both functions throw when the database fails. */
export interface Receipts {
  /** Leases a mail to a submission's customer for two minutes; null when none is due. */
  claim(kind: Kind, id: string, perDay: number): Promise<ReceiptClaim | null>;
  finish(receiptId: string, sent: boolean): Promise<void>;
}

/** The receipts through the database's API. */
export function createReceipts(project: ProjectApi): Receipts {
  return {
    claim: async (kind, id, perDay) =>
      (await project.call('claim_receipt', {
        _kind: kind,
        _id: id,
        _per_day: perDay,
      })) as ReceiptClaim | null,
    finish: async (receiptId, sent) =>
      void (await project.call('finish_receipt', { _receipt_id: receiptId, _sent: sent })),
  };
}
