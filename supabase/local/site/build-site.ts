import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveToOwner } from '../give-to-owner.ts';
import { PATHS } from '../project-paths.ts';
import { StartError } from '../start-error.ts';

/** The inputs of a build, besides the variables that Vite inlines. */
const INPUTS = [
  'src',
  'sw',
  'build',
  'public',
  'supabase/local/site',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const INPUT_KEY = path.join(PATHS.root, 'supabase/local/keys.ts');
const VITE = path.join(PATHS.root, 'node_modules/vite/bin/vite.js');
/** Inside the build, so that a build made in another way counts as unknown. */
const STAMP = path.join(PATHS.dist, '.inputs');

function filesOf(input: string): string[] {
  const place = path.join(PATHS.root, input);
  if (!existsSync(place)) return [];
  if (path.extname(place) !== '') return [place];
  const entries = readdirSync(place, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of [...INPUTS.flatMap(filesOf), INPUT_KEY])
    hash.update(path.relative(PATHS.root, file)).update(readFileSync(file));
  for (const [name, value] of Object.entries(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}`);
  return hash.digest('hex');
}

const isCurrent = (inputs: string) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs;

/**
 * Builds the site unless its inputs are unchanged. Throws a StartError when the build fails or is
 * stopped.
 */
export async function buildSite(stop: AbortSignal): Promise<void> {
  const inputs = fingerprint();
  if (isCurrent(inputs)) return;
  console.log('Building the site, up to a minute the first time …');
  await runQuietly([VITE, 'build'], stop);
  writeFileSync(STAMP, inputs);
  for (const folder of [PATHS.dist, PATHS.cache]) giveToOwner(folder);
}

/**
 * Runs a Node program from the project's folder. Prints its output, all of it, only if it fails, and
 * then throws a StartError; `stop` ends it.
 */
export async function runQuietly(args: readonly string[], stop: AbortSignal): Promise<void> {
  // Without npm: its command differs on Windows, and stopping it would leave its child running.
  const build = spawn(process.execPath, args, {
    cwd: PATHS.root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  const kill = () => void build.kill();
  stop.addEventListener('abort', kill);
  const code = await new Promise<number | null>((resolve, reject) =>
    build.once('error', reject).once('close', resolve),
  );
  stop.removeEventListener('abort', kill);
  if (code === 0) return;
  if (stop.aborted) throw new StartError('Stopped.');
  // console.error would write it as one line of the log.
  process.stderr.write(Buffer.concat(output));
  throw new StartError('The site could not be built; the messages above say why.');
}
