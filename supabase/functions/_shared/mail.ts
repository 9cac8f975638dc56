export interface Attachment {
  filename: string;
  content: string;
  contentType: string;
}

export interface Mail {
  /**
   * The same at every attempt, so that a provider or mail program recognises a repeat. See
   * `mailIdOf`.
   */
  id: string;
  from: string;
  /** At least one mailbox; each gets the same mail. */
  to: readonly string[];
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

/**
 * Says in each mail that a machine sends it, so that none answers (RFC 3834, 5; MS-OXCMAIL,
 * 2.1.3.2.20). All of Exchange's automatic answers but NDR: a mail that bounces has to be reported.
 */
export const AUTOMATIC_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
};

export type SendMailResult =
  | { sent: true }
  | {
      sent: false;
      reason: string;
      /** The provider takes no such mail; without it, the next attempt may succeed. */
      isRefusal?: boolean;
      /** The provider's own words, which may contain an address: shown to staff, never logged. */
      message?: string;
    };

/**
 * Hands a mail to a provider. Never throws; the reason of a failure is for the log and for staff.
 */
export type Transport = (mail: Mail) => Promise<SendMailResult>;
