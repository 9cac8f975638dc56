export interface Attachment {
  filename: string;
  /** In ASCII. */
  content: string;
  contentType: string;
}

export interface Mail {
  /** The same mail sent again carries the same id, so that a provider or a reader can tell. See `mailIdOf`. */
  id: string;
  from: string;
  /** At least one mailbox: each gets the same mail. */
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
      /** The provider's own words, which may name an address: for staff, and never for a log. */
      words?: string;
    };

/** Hands a mail to a provider. Never throws; the reason is for the log and for staff. */
export type Transport = (mail: Mail) => Promise<SendMailResult>;
