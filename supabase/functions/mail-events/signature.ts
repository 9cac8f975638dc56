import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/**
 * Whether a request was signed with the secret within the last five minutes. `body` is its text as
 * it came.
 */
export type IsSigned = (headers: Headers, body: string) => boolean;

const PARTS = ['id', 'timestamp', 'signature'];

/**
 * Checks the signatures of the provider's webhooks, which are Standard Webhooks. Throws when the
 * secret is not one of theirs, `whsec_` and base64.
 */
export function createSignatureCheck(secret: string): IsSigned {
  const webhook = openWebhook(secret);
  return (headers, body) => {
    // The provider's headers have the names from before the standard.
    const named = PARTS.map((part) => [`webhook-${part}`, headers.get(`svix-${part}`) ?? '']);
    try {
      webhook.verify(body, Object.fromEntries(named), { jsonParse: false });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  };
}

function openWebhook(secret: string): Webhook {
  try {
    if (secret.startsWith('whsec_')) return new Webhook(secret);
  } catch {
    // The library's own words name neither the variable nor where its value is.
  }
  throw new Error(
    'RESEND_WEBHOOK_SECRET is malformed: copy the signing secret of the webhook, which starts with whsec_.',
  );
}
