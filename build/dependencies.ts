import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, loadConfigFromFile, type PluginOption, type Rolldown } from 'vite';

/**
 * `npm run dependencies` lists every package of which browsers load something: version, licence, bytes, last release, and why it is here.
 * The reasons are those of docs/dependencies.md; the releases are the registry's, or `offline`.
 */
const ROOT = path.resolve(import.meta.dirname, '..');

interface Package {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const readPackage = (name: string) =>
  JSON.parse(
    readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
  ) as Package;

/** What makes files beside the scripts, and needs the ones on the disk. */
const AFTER_SCRIPTS = /pwa|prerender|shell|portal/;

/** The package that a module is of; null for one of ours. */
const packageOf = (id: string): string | null =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? null;

/**
 * How many bytes of each package are in what browsers load, by a build of its own: a module's part of its minified chunk, by the
 * length that it had before. Uncompressed; what page and worker both have counts twice.
 */
async function shippedBytes(root: string): Promise<Map<string, number>> {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    undefined,
    root,
  );
  const given = (await Promise.all([loaded?.config.plugins ?? []].flat(3))) as PluginOption[];
  const plugins = given.filter(
    (plugin) => !(plugin && 'name' in plugin && AFTER_SCRIPTS.test(plugin.name)),
  );
  const outputs = [
    await build({
      ...loaded?.config,
      root,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: { ...loaded?.config.build, write: false },
    }),
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      define: loaded?.config.define ?? {},
      build: { write: false, rolldownOptions: { input: 'sw/sw.ts' } },
    }),
  ] as Rolldown.RolldownOutput[];
  const sizes = new Map<string, number>();
  for (const chunk of outputs.flatMap(({ output }) => output)) {
    if (chunk.type !== 'chunk') continue;
    const modules = Object.entries(chunk.modules);
    const whole = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
    for (const [id, { renderedLength }] of modules) {
      const name = packageOf(id);
      if (name)
        sizes.set(
          name,
          (sizes.get(name) ?? 0) + (Buffer.byteLength(chunk.code) * renderedLength) / whole,
        );
    }
  }
  return sizes;
}

/** Package → the one of docs/dependencies.md that brings it, and that one's reason. */
function readReasons(): Map<string, string> {
  const reasons = new Map<string, string>();
  const text = readFileSync(path.join(ROOT, 'docs/dependencies.md'), 'utf8');
  for (const [, names = '', why = ''] of text.matchAll(/^\| (`.+?`) \| (.+) \|$/gm)) {
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) reasons.set(name, why);
  }
  const bring = (name: string, by: string) => {
    if (!existsSync(path.join(ROOT, 'node_modules', name))) return;
    for (const next of Object.keys(readPackage(name).dependencies ?? {})) {
      if (reasons.has(next)) continue;
      reasons.set(next, `comes with ${by}`);
      bring(next, by);
    }
  };
  for (const name of [...reasons.keys()]) bring(name, name);
  return reasons;
}

/** The day on which a package's newest version came out. */
async function lastRelease(name: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      'npm',
      ['view', name, 'version', 'time', '--json', '--fetch-retries=0'],
      { maxBuffer: 1e8 },
    );
    const { version, time } = JSON.parse(stdout) as {
      version: string;
      time?: Record<string, string>;
    };
    return `${version} ${time?.[version]?.slice(0, 10) ?? '(no date)'}`;
  } catch {
    return 'offline';
  }
}

const reasons = readReasons();
const sizes = [...(await shippedBytes(ROOT))].sort(([, a], [, b]) => b - a);
for (const [name, bytes] of sizes) {
  const { version, license = 'none named' } = readPackage(name);
  const cells = [
    `${name} ${version}`.padEnd(48),
    license.padEnd(12),
    `${(bytes / 1024).toFixed(1)} KB`.padStart(9),
    (await lastRelease(name)).padEnd(22),
  ];
  process.stdout.write(`${cells.join('  ')}  ${reasons.get(name) ?? 'nobody says why'}\n`);
}
