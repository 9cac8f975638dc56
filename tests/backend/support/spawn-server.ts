import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach } from 'vitest';

export interface SpawnedServer {
  pid: number;
  /**
   * Resolves with the site's address once the server runs; rejects with its output if it ends
   * before.
   */
  up: Promise<string>;
  /** The output and the exit code (null: killed), once it has ended. */
  ended: Promise<{ code: number | null; output: string }>;
  /** The lines of its stderr so far. */
  log(): string[];
  kill(signal: NodeJS.Signals): void;
}

const running = new Set<SpawnedServer>();
afterEach(async () => {
  for (const server of running) {
    server.kill('SIGKILL');
    await server.ended;
  }
  running.clear();
});

/**
 * Starts the server in its own process, as `npm start` does after the build; it ends with the test
 * at the latest. `through` is a command that replaces itself by it.
 */
export function spawnServer(
  env: Record<string, string>,
  through: readonly string[] = [],
): SpawnedServer {
  const [command = '', ...args] = [
    ...through,
    process.execPath,
    '--import',
    'tsx',
    path.join(import.meta.dirname, 'run-server.ts'),
  ];
  const child = spawn(command, args, {
    env: { ...process.env, PORT: '0', INBOX_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let log = '';
  const up = new Promise<string>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text.toString();
      const [, url] = /Site\s+(http\S+)\//.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(output)));
  });
  up.catch(() => undefined);
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    output: output.trim(),
  }));
  child.stderr.on('data', (text: Buffer) => (log += text.toString()));
  const server = {
    pid: child.pid ?? 0,
    up,
    ended,
    log: () => log.split('\n').filter(Boolean),
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  };
  running.add(server);
  return server;
}
