import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PATHS } from '../../supabase/local/project-paths.ts';

/**
 * The program's path, in the version of package.json. npm's command wraps it in a process, which
 * would be stopped alone.
 */
const { runInstall } = createRequire(import.meta.url)('deno/install_api.cjs') as {
  runInstall(): string;
};
const PROGRAM = runInstall();

/** Packages come from node_modules; deployed functions get them from npm. */
export const LOCAL_PACKAGES = ['--node-modules-dir=manual'];

interface Running {
  child: ChildProcess;
  /** The output so far. */
  output(): string;
  ended: Promise<{ code: number | null; output: string }>;
}

/**
 * Starts Deno as the platform does: without this repository's package.json and with only the
 * variables in `env`. Nothing is downloaded: packages of a function's deno.json come from
 * node_modules.
 */
function startDeno(args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn(PROGRAM, [...args], {
    cwd: PATHS.root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DENO_DIR: path.join(tmpdir(), 'cleaning-deno'),
      DENO_NO_PACKAGE_JSON: '1',
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    output: text,
  }));
  return { child, output: () => text, ended };
}

/** Runs a Deno command to its end. */
export const runDeno = (...args: string[]) => startDeno(args).ended;

export interface Deployed {
  url: string;
  stop(): Promise<void>;
}

/** Serves a function under Deno as deployed. Rejects with its output if it ends instead. */
export async function deploy(name: string, env: Record<string, string>): Promise<Deployed> {
  const rights = ['--allow-net=127.0.0.1', '--allow-env'];
  const { child, output, ended } = startDeno(
    [
      'run',
      '--no-prompt',
      '--cached-only',
      ...LOCAL_PACKAGES,
      '--no-lock',
      ...rights,
      `supabase/functions/${name}/index.ts`,
    ],
    {
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      ...env,
    },
  );
  const listening = new Promise<string>((resolve) => {
    const read = () => {
      const [, url] = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output()) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
  const failed = ended.then(({ output: said }) => Promise.reject(new Error(said)));
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url: await Promise.race([listening, failed]), stop };
}
