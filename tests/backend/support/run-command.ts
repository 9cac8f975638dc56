import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Runs a command of package.json in its own process, as if called from `folder`, with `input`
 * typed. Returns its output and exit code.
 */
export async function runCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  folder: string,
  input = '',
) {
  const script = path.resolve(import.meta.dirname, '../../../supabase/commands', `${command}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { ...process.env, ...env, INIT_CWD: folder },
  });
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
