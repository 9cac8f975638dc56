/**
 * The id of an alert's mail: the alert's own at every attempt, so that a provider sends it once.
 * After a bounce the id changes, so that the provider sends the mail again.
 */
export const mailIdOf = (alertId: string, bounces: number): string =>
  bounces > 0 ? `${alertId}_${bounces}` : alertId;

const MAIL_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_(\d{1,4}))?$/;

/** The parts of a mail's id; undefined for a foreign id. */
export function readMailId(id: unknown): { alertId: string; bounces: number } | undefined {
  const [, alertId, bounces = '0'] = MAIL_ID.exec(typeof id === 'string' ? id : '') ?? [];
  return alertId === undefined ? undefined : { alertId, bounces: Number(bounces) };
}

const RECEIPT = 'receipt_';

/** The id of a receipt's mail, the same at every attempt. */
export const receiptMailId = (receiptId: string): string => RECEIPT + receiptId;

/** The receipt's id in a mail's id; undefined for any other mail. */
export function readReceiptId(id: unknown): string | undefined {
  if (typeof id !== 'string' || !id.startsWith(RECEIPT)) return undefined;
  const receipt = readMailId(id.slice(RECEIPT.length));
  return receipt?.bounces === 0 ? receipt.alertId : undefined;
}
