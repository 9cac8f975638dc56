import { spawn } from 'node:child_process';

const MINUTE = 60_000;

/**
 * Runs an npm script, and returns whether it succeeded, with its output. Says each minute that it
 * still runs.
 * @param {string} script
 * @param {string[]} options
 * @param {Record<string, string>} env
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runScript(script, options, env) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let minutes = 0;
    const signs = setInterval(() => {
      minutes += 1;
      console.log(`${script}: runs for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`);
    }, MINUTE);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const end = (/** @type {boolean} */ ok) => {
      clearInterval(signs);
      resolve({ ok, output: Buffer.concat(output).toString().trimEnd() });
    };
    child.on('error', (error) => {
      output.push(Buffer.from(error.message));
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
