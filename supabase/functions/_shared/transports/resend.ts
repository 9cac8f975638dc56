import { AUTOMATIC_HEADERS, type Mail, type Transport } from '../mail.ts';
import { readText } from '../read-text.ts';

const TIMEOUT_MS = 20_000;

interface ResendSettings {
  apiKey: string;
  baseUrl: string;
}

/** Statuses by which the provider refuses a field. */
const FIELD_REFUSALS = [400, 422];

const MAX_ANSWER_BYTES = 16 * 1024;

/** The provider's reason for a refusal: `message` in Resend's answer. */
async function messageOf(response: Response): Promise<{ message?: string }> {
  try {
    const { message } = JSON.parse((await readText(response, MAX_ANSWER_BYTES)) ?? '') as {
      message?: unknown;
    };
    return typeof message === 'string' && message !== '' ? { message } : {};
  } catch {
    return {};
  }
}

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Sends through the HTTP API of Resend, or of a compatible provider. */
export function createResendTransport({ apiKey, baseUrl }: ResendSettings): Transport {
  const post = (key: string, { id, from, to, replyTo, subject, text, html, attachments }: Mail) =>
    fetch(new URL('/emails', baseUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      // The provider's events about this mail carry the tag.
      body: JSON.stringify({
        from,
        to,
        reply_to: replyTo,
        headers: AUTOMATIC_HEADERS,
        subject,
        text,
        html,
        attachments: attachments?.map(({ filename, content, contentType }) => ({
          filename,
          content: toBase64(content),
          content_type: contentType,
        })),
        tags: [{ name: 'mail_id', value: id }],
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return async ({ replyTo, ...mail }) => {
    try {
      const first = await post(mail.id, { ...mail, ...(replyTo !== undefined && { replyTo }) });
      // The provider may accept fewer addresses than the forms: the mail matters more than its
      // Reply-To.
      const response =
        replyTo !== undefined && FIELD_REFUSALS.includes(first.status)
          ? await post(`${mail.id}/no-reply-to`, mail)
          : first;
      return response.ok
        ? { sent: true }
        : {
            sent: false,
            reason: `The provider answered ${response.status}.`,
            ...(FIELD_REFUSALS.includes(response.status) && { isRefusal: true }),
            ...(await messageOf(response)),
          };
    } catch (error) {
      return { sent: false, reason: `The provider did not answer: ${String(error)}` };
    }
  };
}
