import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { VapidKeys } from '../functions/_shared/vapid.ts';
import { writeDurably } from './storage/write-durably.ts';
import { mintVapidKeys } from './vapid-keys.ts';

export interface Secrets {
  /** Bypasses row-level security: only the email function and the start-up code have it. */
  secretKey: string;
  jwtSecret: string;
  vapid: VapidKeys;
}

const mint = (): Secrets => ({
  secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  jwtSecret: randomBytes(48).toString('base64url'),
  vapid: mintVapidKeys(),
});

/**
 * The secrets of one data folder, made at its first start and readable by its owner only. Missing
 * secrets are added.
 */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>)
    : {};
  const secrets = { ...mint(), ...stored };
  if (stored.vapid === undefined) await writeDurably(file, JSON.stringify(secrets));
  return secrets;
}
