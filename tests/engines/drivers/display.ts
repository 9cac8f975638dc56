import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { startChild } from './child.ts';

/** Starts a screen in memory, for a browser that requires one. */
export async function startDisplay() {
  const { child, exited } = startChild(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer];
  return {
    name: `:${number.toString().trim()}`,
    async close() {
      child.kill();
      await exited;
    },
  };
}
