export interface Mail {
  /** The alert's id: the same mail sent again carries the same id, so that a provider or a reader can tell. */
  id: string;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

export type SendMailResult = { sent: true } | { sent: false; reason: string };

/** Hands a mail to a provider. Never throws; the reason is for the log. */
export type Transport = (mail: Mail) => Promise<SendMailResult>;
