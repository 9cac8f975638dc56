import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Plugin } from 'vite';

/** Encoding is the slowest part of a build: what was encoded once is kept here. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/pictures', import.meta.url));

const AVIF = { quality: 55, effort: 4 };
const WEBP = { quality: 75, effort: 5 };

/** `file.png?w=400,800&picture` → the file and its widths. */
function parseRequest(id: string): { file: string; widths: number[] } | undefined {
  const [file = '', query = ''] = id.split('?');
  const params = new URLSearchParams(query);
  if (!params.has('picture')) return;
  const widths = (params.get('w') ?? '').split(',').map(Number);
  if (!widths.every((width) => width > 0)) throw new Error(`A picture is imported with its widths: ${file}?w=400,800&picture`);
  return { file, widths };
}

/** Encodes one size unless that was done before. A build that is killed leaves no half of a file behind. */
async function encode(source: Buffer, target: string, width: number): Promise<void> {
  if (existsSync(target)) return;
  await mkdir(path.dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  const image = sharp(source).resize({ width });
  await (target.endsWith('.avif') ? image.avif(AVIF) : image.webp(WEBP)).toFile(unfinished);
  await rename(unfinished, target);
}

/** Names the encoded files in JavaScript, so that they become assets like any other. */
function toModule(fileOf: (width: number, format: string) => string, widths: number[], aspect: number): string {
  const width = Math.max(...widths);
  const name = (w: number, format: string) => `${format}${w}`;
  const set = (format: string) => `\`${widths.map((w) => `\${${name(w, format)}} ${w}w`).join(', ')}\``;
  const imports = ['avif', 'webp'].flatMap((format) =>
    widths.map((w) => `import ${name(w, format)} from ${JSON.stringify(`${fileOf(w, format)}?url&no-inline`)};`),
  );
  const properties = [`avif: ${set('avif')}`, `webp: ${set('webp')}`, `src: ${name(width, 'webp')}`];
  return `${imports.join('\n')}\nexport default { ${properties.join(', ')}, width: ${width}, height: ${Math.round(width / aspect)} };`;
}

/**
 * Turns `import hero from './hero.png?w=800,1200&picture'` into a `PictureFile` (src/ui/picture.tsx): the picture in those
 * widths (real pixels, never above its own), as AVIF and WebP.
 */
export function pictures(): Plugin {
  return {
    name: 'pictures',
    enforce: 'pre',
    async load(id) {
      const request = parseRequest(id);
      if (!request) return;
      this.addWatchFile(request.file);
      const source = await readFile(request.file);
      const own = await sharp(source).metadata();
      const widths = [...new Set(request.widths.map((width) => Math.min(width, own.width)))];

      const key = createHash('sha256').update(JSON.stringify([AVIF, WEBP])).update(source).digest('hex').slice(0, 16);
      const fileOf = (width: number, format: string) => path.join(CACHE, key, `${path.parse(request.file).name}-${width}.${format}`);
      const targets = widths.flatMap((width) => ['avif', 'webp'].map((format) => ({ width, file: fileOf(width, format) })));
      await Promise.all(targets.map(({ width, file }) => encode(source, file, width)));

      return { code: toModule(fileOf, widths, own.width / own.height), moduleType: 'js' };
    },
  };
}
