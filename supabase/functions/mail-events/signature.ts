const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 5 * 60;

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Whether a request was signed with the secret within the last five minutes. `body` is its raw
 * text.
 */
export type IsSigned = (headers: Headers, body: string) => Promise<boolean>;

/**
 * Checks signatures of Svix, the sender of the provider's webhooks: HMAC-SHA256 of
 * `id.timestamp.body`, one of several. Throws for a secret that is not `whsec_` and base64.
 */
export function createSignatureCheck(secret: string, now: () => number = Date.now): IsSigned {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    throw new Error(
      'RESEND_WEBHOOK_SECRET is malformed: copy the signing secret of the webhook, which starts with whsec_.',
    );
  }
  const key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);

  return async (headers, body) => {
    const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
      (name) => headers.get(name) ?? '',
    );
    if (!id || !signatures || !/^\d+$/.test(timestamp ?? '')) return false;
    if (Math.abs(now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    for (const entry of signatures.split(' ')) {
      const [version, given = ''] = entry.split(',');
      const signature = version === 'v1' ? fromBase64(given) : undefined;
      // The platform's comparison takes the same time for every wrong signature.
      if (
        signature !== undefined &&
        (await crypto.subtle.verify('HMAC', await key, signature, signed))
      )
        return true;
    }
    return false;
  };
}
