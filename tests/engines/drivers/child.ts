import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program that ends with this process at the latest, also after a failed journey. */
export function startChild(
  command: string,
  args: string[],
  options: SpawnOptions,
): { child: ChildProcess; exited: Promise<unknown> } {
  const child = spawn(command, args, options);
  const kill = () => void child.kill();
  process.once('exit', kill);
  const exited = once(child, 'exit').finally(() => process.off('exit', kill));
  return { child, exited };
}
