/**
 * A browser's side of web push (RFC 8291 and 8188), with WebCrypto only, so that it runs in Node
 * and Deno. Throws on a message for another subscription.
 */
export interface Subscription {
  p256dh: string;
  auth: string;
  decrypt(body: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/** A subscription's public key of which nobody needs the private one: the curve's base point. */
export const PUSH_KEY =
  'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';

/** Endpoints by whether a browser's push service may have given them. */
export const ENDPOINTS: readonly [endpoint: string, isKnown: boolean][] = [
  ['https://fcm.googleapis.com/fcm/send/d-x:APA91b', true],
  ['https://fcm.googleapis.com/wp/d-x:APA91b', true],
  ['https://jmt17.google.com/fcm/send/d-x:APA91b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAAA', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d', true],
  ['https://web.push.apple.com/QGJc', true],
  ['https://api.push.apple.com/QGJc', true],
  ['http://fcm.googleapis.com/fcm/send/1', false],
  ['https://fcm.googleapis.com:8443/fcm/send/1', false],
  ['https://user@fcm.googleapis.com/fcm/send/1', false],
  ['https://fcm.googleapis.com', false],
  ['https://fcm.googleapis.com/a b', false],
  ['https://fcm.googleapis.com.example.com/1', false],
  ['https://xfcm.googleapis.com/1', false],
  ['https://evilpush.apple.com/1', false],
  ['https://notify.windows.com.example.com/1', false],
  ['https://example.com/https://fcm.googleapis.com/1', false],
  ['https://example.com#fcm.googleapis.com/1', false],
  ['https://storage.googleapis.com/1', false],
  ['https://push.example.com/send/1', false],
  ['https://metadata.google.internal/computeMetadata/v1/', false],
  ['https://169.254.169.254/latest/meta-data/', false],
  ['https://10.0.0.1/1', false],
  ['https://localhost/1', false],
  ['https://fcm.googleapis.com/' + 'x'.repeat(980), false],
];

const toText = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );

const utf8 = (text: string) => new TextEncoder().encode(text);

const ECDH = { name: 'ECDH', namedCurve: 'P-256' };

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  secret: BufferSource,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
) {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8);
}

export async function createSubscription(): Promise<Subscription> {
  const pair = await crypto.subtle.generateKey(ECDH, true, ['deriveBits']);
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));

  async function decrypt(body: Uint8Array<ArrayBuffer>): Promise<unknown> {
    const [salt, keyLength = 0] = [body.slice(0, 16), body[20]];
    const [theirs, sealed] = [body.slice(21, 21 + keyLength), body.slice(21 + keyLength)];
    const theirKey = await crypto.subtle.importKey('raw', theirs, ECDH, false, []);
    const shared = await crypto.subtle.deriveBits(
      { name: 'ECDH', public: theirKey },
      pair.privateKey,
      256,
    );
    const info = new Uint8Array([...utf8('WebPush: info\0'), ...own, ...theirs]);
    const input = await hkdf(auth, shared, info, 32);
    const key = await crypto.subtle.importKey(
      'raw',
      await hkdf(salt, input, utf8('Content-Encoding: aes128gcm\0'), 16),
      'AES-GCM',
      false,
      ['decrypt'],
    );
    const iv = await hkdf(salt, input, utf8('Content-Encoding: nonce\0'), 12);
    const padded = new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed),
    );
    // The last record ends with 2, followed by zeros.
    const end = padded.lastIndexOf(2);
    return JSON.parse(new TextDecoder().decode(padded.slice(0, end)));
  }

  return { p256dh: toText(own), auth: toText(auth), decrypt };
}

/**
 * The claims of a request's VAPID token (RFC 8292), after verifying the signature with the key in
 * the request.
 */
export async function readVapid(
  authorization: string,
): Promise<{ key: string; aud: string; sub: string; exp: number }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const isGood = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    await crypto.subtle.importKey('raw', toBytes(key), algorithm, false, ['verify']),
    toBytes(signature),
    utf8(`${header}.${claims}`),
  );
  if (!isGood) throw new Error('The VAPID token is not signed with its key');
  return { key, ...(JSON.parse(new TextDecoder().decode(toBytes(claims))) as object) } as {
    key: string;
    aud: string;
    sub: string;
    exp: number;
  };
}
