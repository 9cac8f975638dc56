import type { Transport } from '../mail.ts';

const TIMEOUT_MS = 20_000;

interface ResendSettings {
  apiKey: string;
  baseUrl: string;
}

/** Sends through Resend's HTTP interface, or another that speaks it. */
export function createResendTransport({ apiKey, baseUrl }: ResendSettings): Transport {
  return async ({ id, from, to, replyTo, subject, text, html }) => {
    try {
      const response = await fetch(new URL('/emails', baseUrl), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        // The tag comes back with what the provider reports of the mail.
        body: JSON.stringify({
          from,
          to: [to],
          reply_to: replyTo,
          subject,
          text,
          html,
          tags: [{ name: 'mail_id', value: id }],
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return response.ok
        ? { sent: true }
        : { sent: false, reason: `The provider answered ${response.status}.` };
    } catch (error) {
      return { sent: false, reason: `The provider did not answer: ${String(error)}` };
    }
  };
}
