export interface InboxMessage {
  messageId: string;
  from: string;
  to: string;
  /** Empty when the mail names none. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601. */
  receivedAt: string;
}
