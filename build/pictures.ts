import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { CACHE, makeOnce } from './make-once.ts';

const AVIF = { quality: 55, effort: 4 };
const WEBP = { quality: 75, effort: 5 };

/** `file.png?w=400,800&picture` → the file and its widths. */
function parseRequest(id: string): { file: string; widths: number[] } | undefined {
  const [file = '', query = ''] = id.split('?');
  const params = new URLSearchParams(query);
  if (!params.has('picture')) return;
  const widths = (params.get('w') ?? '').split(',').map(Number);
  if (!widths.every((width) => width > 0))
    throw new Error(`A picture is imported with its widths: ${file}?w=400,800&picture`);
  return { file, widths };
}

function encode(source: Buffer, target: string, width: number): Promise<void> {
  const image = sharp(source).resize({ width });
  return makeOnce(target, (unfinished) =>
    (target.endsWith('.avif') ? image.avif(AVIF) : image.webp(WEBP)).toFile(unfinished),
  );
}

/**
 * Turns `import hero from './hero.png?w=800,1200&picture'` into a `PictureFile`
 * (src/ui/picture.tsx): the picture in those widths (real pixels, never upscaled), as AVIF and
 * WebP.
 */
export function pictures(): Plugin {
  let isBuild = false;
  return {
    name: 'pictures',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async load(id) {
      const request = parseRequest(id);
      if (!request) return;
      this.addWatchFile(request.file);
      const source = await readFile(request.file);
      const own = await sharp(source).metadata();
      const widths = [...new Set(request.widths.map((width) => Math.min(width, own.width)))];

      const key = createHash('sha256')
        .update(JSON.stringify([AVIF, WEBP]))
        .update(source)
        .digest('hex')
        .slice(0, 16);
      const { name } = path.parse(request.file);
      const stem = `assets/${name}-${key.slice(0, 8)}`;
      const encodeOne = async (width: number, format: string) => {
        const file = path.join(CACHE, key, `${name}-${width}.${format}`);
        await encode(source, file, width);
        if (isBuild)
          this.emitFile({
            type: 'asset',
            fileName: `${stem}-${width}.${format}`,
            source: await readFile(file),
          });
      };
      await Promise.all(
        widths.flatMap((width) => [encodeOne(width, 'avif'), encodeOne(width, 'webp')]),
      );

      const width = Math.max(...widths);
      const height = Math.round((width * own.height) / own.width);
      const address = isBuild ? `/${stem}` : `/@fs${path.join(CACHE, key, name)}`;
      return {
        code: `export default ${JSON.stringify({ stem: address, widths, width, height })}`,
        moduleType: 'js',
      };
    },
  };
}
