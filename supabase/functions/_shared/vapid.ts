/**
 * The server's key pair for web push (VAPID, RFC 8292), in base64url: an uncompressed P-256 point,
 * and a scalar.
 */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/;
const PRIVATE_KEY = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY; null if not set, which turns web push off.
 * Malformed keys turn it off too and log a line without their values: mail must not depend on them.
 */
export function readVapidKeys(read: (name: string) => string | undefined): VapidKeys | null {
  const publicKey = read('VAPID_PUBLIC_KEY') ?? '';
  const privateKey = read('VAPID_PRIVATE_KEY') ?? '';
  if (publicKey === '' && privateKey === '') return null;
  if (PUBLIC_KEY.test(publicKey) && PRIVATE_KEY.test(privateKey)) return { publicKey, privateKey };
  console.error(
    'Web push is off: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are malformed. npm run push-keys makes a pair.',
  );
  return null;
}
