import { spawn } from 'node:child_process';

/**
 * Runs an npm script and returns whether it succeeded. `together`: prints its output at the end
 * instead of as it is written.
 * @param {string} script
 * @param {string[]} options
 * @param {{ env: Record<string, string>, together: boolean }} how
 * @returns {Promise<boolean>}
 */
export function runScript(script, options, { env, together }) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
      stdio: together ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => {
      if (output.length > 0) console.log(Buffer.concat(output).toString().trimEnd());
      resolve(code === 0);
    });
  });
}
