/**
 * Runs a PostgreSQL server for as long as the parent process lives: when standard input ends, even
 * by a kill, the server stops and its folder is removed.
 *
 *     node keep-server.mjs <command> <folder> <arguments …>
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [command = '', folder = '', ...args] = process.argv.slice(2);
const owner = JSON.parse(process.env.SERVER_OWNER ?? '{}');
const server = spawn(command, args, {
  ...owner,
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});

server.on('error', (error) => console.error(error.message));
server.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
/** Stops at once, without waiting for clients, because no data is kept. */
const stop = () => void server.kill('SIGQUIT');
process.stdin.on('end', stop).on('error', stop).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
