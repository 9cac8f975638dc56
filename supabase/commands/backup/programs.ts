import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { StartError } from '../../local/start-error.ts';

/** The paths of PostgreSQL's programs. */
export interface Programs {
  pgDump: string;
  pgRestore: string;
  psql: string;
}

const installText = (major: number) =>
  `Install PostgreSQL’s client ${major} or newer:
  Debian, Ubuntu: sudo apt install postgresql-common && sudo /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh
                  sudo apt install postgresql-client-${major}
  macOS:          brew install libpq, and PG_BIN="$(brew --prefix libpq)/bin"
  Windows:        winget install PostgreSQL.PostgreSQL.${major}, and PG_BIN=C:\\Program Files\\PostgreSQL\\${major}\\bin
PG_BIN is the folder of pg_dump, pg_restore and psql where they are not on the PATH.`;

/**
 * Finds the programs in `bin`, else on the PATH. Throws a StartError that names the package to
 * install.
 *
 * @param major The server's version; older programs refuse to work with it.
 */
export async function findPrograms(bin: string | null, major: number): Promise<Programs> {
  const inBin = (name: string) => (bin === null ? name : path.join(bin, name));
  const programs = {
    pgDump: inBin('pg_dump'),
    pgRestore: inBin('pg_restore'),
    psql: inBin('psql'),
  };
  for (const program of Object.values(programs)) {
    const version = await run(program, ['--version']).catch((cause: unknown) => {
      throw new StartError(
        `${path.basename(program)} was not found${bin === null ? ' on the PATH' : ` in ${bin} (PG_BIN)`}. ${installText(major)}`,
        { cause },
      );
    });
    const [, found = ''] = / (\d+)/.exec(version) ?? [];
    if (Number(found) < major)
      throw new StartError(
        `${path.basename(program)} is version ${found}, and the database is version ${major}: an older program cannot copy it. ${installText(major)}`,
      );
  }
  return programs;
}

/** Runs a program and returns its output. Throws a StartError with the program's own error text. */
export async function run(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): Promise<string> {
  const child = spawn(program, args, options);
  child.stdin.end();
  const output = textOf(child.stdout);
  await succeeds(program, child);
  return output;
}

/**
 * Pipes a script from one program to another: `before`, the output of `source`, then `after`. If
 * the source fails, the target is killed before the end of its input, so that it commits nothing.
 */
export async function pipeScript(
  source: readonly [program: string, args: readonly string[]],
  target: readonly [program: string, args: readonly string[], env: NodeJS.ProcessEnv],
  { before, after }: { before: string; after: string },
): Promise<void> {
  const reader = spawn(...source);
  const [program, args, env] = target;
  const writer = spawn(program, args, { env });
  // The writer's exit code says why it stopped reading.
  writer.stdin.on('error', () => undefined);
  writer.stdout.resume();
  writer.once('close', () => reader.kill());
  const written = succeeds(program, writer);
  written.catch(() => undefined);
  writer.stdin.write(before);
  reader.stdout.pipe(writer.stdin, { end: false });
  try {
    await succeeds(source[0], reader);
  } catch (error) {
    if (writer.exitCode === null) writer.kill('SIGKILL');
    else await written;
    throw error;
  }
  writer.stdin.end(after);
  await written;
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) text += String(part);
  return text;
}

const LAST_LINES = 4;

async function succeeds(program: string, child: ReturnType<typeof spawn>): Promise<void> {
  const name = path.basename(program);
  const [code, errors] = await Promise.all([
    new Promise<number | null>((resolve, reject) => {
      child.once('error', (cause) =>
        reject(new StartError(`${name} cannot be started: ${cause.message}`, { cause })),
      );
      child.once('close', resolve);
    }),
    textOf(child.stderr as Readable),
  ]);
  if (code === 0) return;
  const args = errors.trim().split('\n').slice(-LAST_LINES).join('\n');
  throw new StartError(`${name} did not finish: ${args || `exit code ${code}`}`);
}
