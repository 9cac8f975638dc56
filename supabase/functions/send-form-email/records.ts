import type { SendMailResult } from '../_shared/mail.ts';
import type { ProjectApi } from '../_shared/project-api.ts';
import type { Kind } from './compose.ts';
import type { StoredRecord } from './words.ts';

export type Claim =
  | { outcome: 'unknown' | 'sent' | 'claimed-elsewhere' }
  | {
      outcome: 'claimed';
      alert_id: string;
      bounces: number;
      record: StoredRecord;
      job_title: string | null;
    };

/** The alerts in the database. Both throw when the database does not do as asked. */
export interface Records {
  /** Takes the alert of one submission for two minutes, unless it is sent, leased to another caller, or not due yet. */
  claim(kind: Kind, id: string): Promise<Claim>;
  finish(alertId: string, result: SendMailResult): Promise<void>;
}

/** Reaches the alerts through the database's API. */
export function createRecords(project: ProjectApi): Records {
  return {
    claim: async (kind, id) =>
      (await project.call('claim_alert', { _kind: kind, _id: id })) as Claim,
    finish: async (alertId, result) =>
      void (await project.call('finish_alert', {
        _alert_id: alertId,
        _sent: result.sent,
        _reason: result.sent ? null : [result.reason, result.words].filter(Boolean).join(' '),
      })),
  };
}

export interface ReceiptClaim {
  receipt_id: string;
  /** No column that a visitor types into, but the address. */
  record: StoredRecord;
  job_title: string | null;
}

/** The receipts in the database. Both throw when the database does not do as asked. */
export interface Receipts {
  /** Takes the receipt of one submission for two minutes; null when none is to be sent, or not now. */
  claim(kind: Kind, id: string, perDay: number): Promise<ReceiptClaim | null>;
  finish(receiptId: string, sent: boolean): Promise<void>;
}

/** Reaches the receipts through the database's API. */
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
