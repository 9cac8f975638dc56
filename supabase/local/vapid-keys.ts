import { createECDH } from 'node:crypto';
import type { VapidKeys } from '../functions/_shared/vapid.ts';

/** A new key pair for web push, in base64url. */
export function mintVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url', 'uncompressed');
  // Node omits leading zeros of the scalar.
  const scalar = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey, privateKey: scalar.toString('base64url') };
}
