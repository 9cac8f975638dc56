import type { SendMailResult } from '../_shared/mail.ts';
import type { ProjectApi } from '../_shared/project-api.ts';
import type { Kind } from './compose.ts';
import type { BookingEvent, MailedEvent, StoredRecord } from './describe-record.ts';

export type Claim =
  | { outcome: 'unknown' | 'sent' | 'claimed-elsewhere' }
  | {
      outcome: 'claimed';
      alert_id: string;
      /** This attempt included. */
      attempts: number;
      bounces: number;
      record: StoredRecord;
      job_title: string | null;
      /** The customer's answer that this alert is about; null for the submission itself. */
      event?: BookingEvent | null;
      /** Another alert of the record can be claimed now. */
      more?: boolean;
    };

/** A GET comes from a watcher outside, or from the database's schedule. */
export type Caller = 'watcher' | 'schedule';

/** The alerts in the database. Each function throws when the database fails. */
export interface Records {
  /**
   * Leases an alert of a submission for two minutes, unless all are sent, leased by another caller,
   * or not due.
   */
  claim(kind: Kind, id: string): Promise<Claim>;
  finish(alertId: string, result: SendMailResult): Promise<void>;
  /**
   * Notes the caller's heartbeat and returns the number of mails, to the office or about its answers, that should have been sent
   * an hour ago.
   */
  countLate(caller: Caller): Promise<number>;
}

/** Why a mail was not sent, for staff; null for one that was. */
const reasonOf = (result: SendMailResult): string | null =>
  result.sent ? null : [result.reason, result.message].filter(Boolean).join(' ');

/** The alerts through the database's API. */
export function createRecords(project: ProjectApi): Records {
  return {
    claim: async (kind, id) =>
      (await project.call('claim_alert', { _kind: kind, _id: id })) as Claim,
    finish: async (alertId, result) =>
      void (await project.call('finish_alert', {
        _alert_id: alertId,
        _sent: result.sent,
        _reason: reasonOf(result),
      })),
    countLate: async (caller) => (await project.call('late_alerts', { _caller: caller })) as number,
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

export interface ReceiptSettings {
  /** The most receipts a day; 0 sends none. */
  perDay: number;
  /** Whether customers are reminded of a visit. */
  reminders: boolean;
  /** The office's mailboxes. */
  to: readonly string[];
  /** The most mails that the provider sends in a day; null while unknown. */
  dailyLimit: number | null;
}

/** The receipts in the database. Both functions throw when the database fails. */
export interface Receipts {
  /** Leases a mail to a submission's customer for two minutes; null when none is due. */
  claim(kind: Kind, id: string, settings: ReceiptSettings): Promise<ReceiptClaim | null>;
  finish(receiptId: string, result: SendMailResult): Promise<void>;
}

/** The receipts through the database's API. */
export function createReceipts(project: ProjectApi): Receipts {
  return {
    claim: async (kind, id, { perDay, reminders, to, dailyLimit }) =>
      (await project.call('claim_receipt', {
        _kind: kind,
        _id: id,
        _per_day: perDay,
        _reminders: reminders,
        _mailboxes: to.length,
        _daily_limit: dailyLimit,
      })) as ReceiptClaim | null,
    finish: async (receiptId, result) =>
      void (await project.call('finish_receipt', {
        _receipt_id: receiptId,
        _sent: result.sent,
        _refused: !result.sent && result.isRefusal === true,
        _detail: reasonOf(result),
      })),
  };
}

export interface PushClaim {
  record: StoredRecord;
  event: MailedEvent;
}

/** The result of a notification. `service`: no push service took it; `off`: the server has no keys. */
export type PushResult = 'sent' | 'service' | 'no-device' | 'off';

/** The notifications in the database. Both functions throw when the database fails. */
export interface Pushes {
  /** Leases the notification of a booking's last answer or reminder for two minutes; null when none is due. */
  claim(bookingId: string, reminders: boolean): Promise<PushClaim | null>;
  finish(eventId: string, result: PushResult): Promise<void>;
}

/** The notifications through the database's API. */
export function createPushes(project: ProjectApi): Pushes {
  return {
    claim: async (bookingId, reminders) =>
      (await project.call('claim_push', {
        _booking_id: bookingId,
        _reminders: reminders,
      })) as PushClaim | null,
    finish: async (eventId, result) =>
      void (await project.call('finish_push', { _event_id: eventId, _result: result })),
  };
}

export interface CrewPushClaim {
  /** The person whose day has changed; null for a report that somebody could not get in. */
  crew_id: string | null;
  /** The booking of the report: its id, day and slot. */
  record: StoredRecord | null;
  sequence: number;
}

/** The notifications to and of the crew in the database. The functions throw when the database fails. */
export interface CrewPushes {
  /** The ids of the notifications about changed days that were not tried yet. */
  listNew(): Promise<string[]>;
  /** Leases the notification of a person's day or of a report for two minutes; null when none is due. */
  claim(id: string): Promise<CrewPushClaim | null>;
  finish(id: string, result: PushResult): Promise<void>;
}

/** The notifications through the database's API. */
export function createCrewPushes(project: ProjectApi): CrewPushes {
  return {
    listNew: async () => (await project.call('new_crew_pushes')) as string[],
    claim: async (id) =>
      (await project.call('claim_crew_push', { _id: id })) as CrewPushClaim | null,
    finish: async (id, result) =>
      void (await project.call('finish_crew_push', { _id: id, _done: result !== 'service' })),
  };
}
