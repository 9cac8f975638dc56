export interface Attachment {
  filename: string;
  /** ASCII only. */
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

export type SendMailResult =
  | { sent: true }
  | {
      sent: false;
      reason: string;
      /** The provider's own words, which may contain an address: shown to staff, never logged. */
      message?: string;
    };

/**
 * Hands a mail to a provider. Never throws; the reason of a failure is for the log and for staff.
 */
export type Transport = (mail: Mail) => Promise<SendMailResult>;
