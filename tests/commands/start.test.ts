import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PATHS } from '../../supabase/local/project-paths.ts';

const clone = mkdtempSync(path.join(tmpdir(), 'start-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Answers Ctrl-C as npm does, which first finishes its step, and runs a script of a package. */
const NPM = `#!/bin/sh
trap '' INT TERM HUP
sleep 300 &
echo "$$ $!" > pids-unfinished && mv pids-unfinished pids
wait
`;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s during the installation ends npm and its scripts too, and says that packages are missing',
  async (signal) => {
    const folder = path.join(clone, signal);
    const [local, bin] = [path.join(folder, 'supabase/local'), path.join(folder, 'bin')];
    for (const made of [local, bin]) mkdirSync(made, { recursive: true });
    for (const file of ['start', 'check-node', 'ensure-dependencies', 'on-stop'])
      copyFileSync(
        path.join(PATHS.root, 'supabase/local', `${file}.mjs`),
        path.join(local, `${file}.mjs`),
      );
    writeFileSync(path.join(bin, 'npm'), NPM);
    chmodSync(path.join(bin, 'npm'), 0o755);
    const start = spawn(process.execPath, [path.join(local, 'start.mjs')], {
      env: { PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const ended = once(start, 'exit');
    let message = '';
    start.stderr.on('data', (chunk) => (message += String(chunk)));
    const readPids = () => readFileSync(path.join(folder, 'pids'), 'utf8').split(' ').map(Number);
    await expect.poll(() => readPids().length).toBe(2);

    // A terminal signals the whole group.
    process.kill(-Number(start.pid), signal);

    expect(await ended).toEqual([1, null]);
    expect(message).toContain('Stopped before all packages were installed.');
    await expect.poll(() => readPids().filter(isRunning)).toEqual([]);
  },
);
