import { mkdir, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { requireRoom } from '../storage/disk-room.ts';

/** Resolves when a part does what it is for; rejects when not. */
export type Check = () => Promise<unknown>;

const TIMEOUT_MS = 5_000;
/** Anybody may ask; the parts are asked no more often than this. */
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

/** Whether files can be written to a folder: not when the disk is nearly full, or gone. */
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
 * GET /healthz, for whoever watches: 200 when every part works, 503 when one does not or takes more than five seconds; the body names each
 * with `ok` or `failed`, and nothing else of it.
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
