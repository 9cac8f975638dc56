import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PATHS } from '../../supabase/local/project-paths.ts';

const WRANGLER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
);
const STARTS_WITHIN_MS = 60_000;

/**
 * Serves a build with the program that Cloudflare runs, and wrangler.jsonc. Rejects with the output when
 * it does not start.
 */
export async function startCloudflare(dist: string, port: number) {
  const home = mkdtempSync(path.join(tmpdir(), 'wrangler-'));
  const url = `http://127.0.0.1:${port}`;
  const args = ['dev', '--assets', dist, '--ip', '127.0.0.1', '--port', `${port}`];
  const child = spawn(
    process.execPath,
    [WRANGLER, ...args, '--inspector-port', '0', '--persist-to', home],
    {
      cwd: PATHS.root,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        CI: '1',
        WRANGLER_SEND_METRICS: 'false',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('Ready on')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(output)));
    setTimeout(() => reject(new Error(output)), STARTS_WITHIN_MS).unref();
  });
  await ready;
  return {
    url,
    close: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
