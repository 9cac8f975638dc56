import path from 'node:path';
import { build, type Rolldown } from 'vite';

const NAMES = ['page', 'gallery', 'not-found'] as const;

export type InlineScripts = Record<(typeof NAMES)[number], string>;

/**
 * The minified scripts of `src/app/inline`, which stand in the documents. The same on every page, so
 * that the policy lists few hashes.
 */
export async function buildInlineScripts(root: string): Promise<InlineScripts> {
  const scripts = NAMES.map(async (name) => {
    const { output } = (await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input: path.join(root, `src/app/inline/${name}.ts`),
          output: { format: 'iife' },
        },
      },
    })) as Rolldown.RolldownOutput;
    return [name, output[0].code.trim()] as const;
  });
  return Object.fromEntries(await Promise.all(scripts)) as InlineScripts;
}
