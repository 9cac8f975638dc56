import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from './storage/write-durably.ts';

export interface Secrets {
  /** Passes row-level security: only the email function and the start-up code have it. */
  secretKey: string;
  jwtSecret: string;
}

const mint = (): Secrets => ({
  secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  jwtSecret: randomBytes(48).toString('base64url'),
});

/** The secrets of one data folder, made at its first start and readable by its owner only. */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) await writeDurably(file, JSON.stringify(mint()));
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}
