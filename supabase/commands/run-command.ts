import { connectProject, type Connection } from './connect-project.ts';
import { parseEnv, type Env } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';

/** Runs a command's work on the environment's project and returns the text to print. */
export async function onProject(
  work: (connection: Connection, env: Env) => Promise<string>,
): Promise<string> {
  const env = parseEnv(process.env);
  const connection = await connectProject(env);
  try {
    return await work(connection, env);
  } finally {
    await connection.close();
  }
}

/** Runs a command of the command line and exits: prints its text, or the error with exit code 1. */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<never> {
  try {
    console.log(await command(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
  // PGlite keeps the process alive.
  process.exit();
}
