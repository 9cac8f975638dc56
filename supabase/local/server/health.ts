import { mkdir, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { requireRoom } from '../storage/disk-room.ts';

/** Resolves if a component works, rejects if not. */
export type Check = () => Promise<unknown>;

const TIMEOUT_MS = 5_000;
/** The endpoint is public, so results are cached for this long. */
const KEPT_MS = 5_000;

async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(
    (resolve) => (timer = setTimeout(() => resolve(false), TIMEOUT_MS)),
  );
  const done = check().then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** Checks that the folder accepts files: fails if it is missing or the disk is nearly full. */
export const canStore =
  (folder: string): Check =>
  async () => {
    await mkdir(folder, { recursive: true });
    await requireRoom(folder);
    await writeFile(path.join(folder, 'health-check'), new Date().toISOString());
  };

const parts = async (checks: Record<string, Check>): Promise<Record<string, boolean>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
    ),
  );

/**
 * GET /healthz for monitoring: 200 if every component works, 503 if one fails or takes more than
 * five seconds. The body lists each component as `ok` or `failed`, without details.
 */
export function healthListener(checks: Record<string, Check>): RequestListener {
  let last: { at: number; found: Promise<Record<string, boolean>> } | undefined;
  return async (request, response) => {
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    if (last === undefined || performance.now() - last.at >= KEPT_MS)
      last = { at: performance.now(), found: parts(checks) };
    const found = await last.found;
    const isWell = Object.values(found).every(Boolean);
    const said = Object.fromEntries(
      Object.entries(found).map(([name, works]) => [name, works ? 'ok' : 'failed']),
    );
    response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' });
    response.end(
      request.method === 'HEAD'
        ? undefined
        : JSON.stringify({ status: isWell ? 'ok' : 'failed', ...said }),
    );
  };
}

export const isHealth = (url: string | undefined): boolean => /^\/healthz(\?|$)/.test(url ?? '');
