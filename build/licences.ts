import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(licen[cs]e|copying)(\.|-|$)/i;
/** Packages of the stylesheet and of the worker, whose builds name no modules here. */
const OTHERS = [
  'tailwindcss',
  'workbox-core',
  'workbox-expiration',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
];
const FONT = 'src/ui/fonts/LICENSE.txt';

/** A package's name, version and licence. Throws for one without a licence. */
async function licenceOf(folder: string): Promise<string> {
  const facts = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = (await readdir(folder)).find((name) => LICENCE_FILE.test(name));
  const text = file && (await readFile(path.join(folder, file), 'utf8'));
  if (!text && !facts.license) throw new Error(`${facts.name} has no licence.`);
  return `${facts.name} ${facts.version}\n\n${text?.trim() ?? `Licence: ${facts.license}`}`;
}

/** Writes `licences.txt`: the licences of all packages whose code is in the build. */
export function licences(): Plugin {
  const folders = new Set<string>();
  return {
    name: 'licences',
    apply: 'build',
    buildStart() {
      for (const name of OTHERS) folders.add(path.resolve('node_modules', name));
    },
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        for (const id of chunk.type === 'chunk' ? Object.keys(chunk.modules) : []) {
          const folder = PACKAGE.exec(id)?.[1];
          if (folder) folders.add(folder);
        }
      const texts = await Promise.all([...folders].map(licenceOf));
      texts.push(`Figtree, a font\n\n${(await readFile(FONT, 'utf8')).trim()}`);
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: `${texts.toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
      });
    },
  };
}
