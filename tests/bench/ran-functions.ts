import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';

/** How often each function of src ran, by a name that `fileOf` reads. */
export type Runs = ReadonlyMap<string, number>;

export const sumOf = (one: Runs, other: Runs): Runs =>
  new Map(
    [...one.keys(), ...other.keys()].map((name) => [
      name,
      (one.get(name) ?? 0) + (other.get(name) ?? 0),
    ]),
  );

/** The file of src that contains a function. */
export const fileOf = (name: string): string => name.replace(/:.*$/, '');

/** A script of a site built with source maps. */
class Script {
  readonly name: string;
  readonly text: string;
  readonly #map: SourceMap;

  constructor(file: string) {
    this.name = path.basename(file);
    this.text = readFileSync(file, 'utf8');
    this.#map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  }

  /** The line and column of an offset, both from zero. */
  positionOf(offset: number): { lineNumber: number; columnNumber: number } {
    const before = this.text.slice(0, offset).split('\n');
    return { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
  }

  /** The file of src at an offset; null for code from elsewhere. */
  sourceOf(offset: number): string | null {
    const { lineNumber, columnNumber } = this.positionOf(offset);
    const { originalSource = '' } = this.#map.findEntry(lineNumber, columnNumber) as {
      originalSource?: string;
    };
    return originalSource.includes('/src/') ? originalSource.replace(/^.*\/src\//, '') : null;
  }
}

export type Scripts = readonly Script[];

/**
 * The scripts of the site built into this folder. The bundler's runtime is left out: it has no map.
 */
export function readScripts(site: string): Scripts {
  const files = readdirSync(path.join(site, 'assets')).map((name) =>
    path.join(site, 'assets', name),
  );
  return files.filter((file) => existsSync(`${file}.map`)).map((file) => new Script(file));
}

/** Counts the functions that run in a page, from now on. */
export async function countRuns(page: Page, scripts: Scripts): Promise<FunctionCounter> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const counter = new FunctionCounter(cdp, scripts);
  await counter.take();
  return counter;
}

/** The functions that ran until the page was paused, which then continues. */
interface Watch {
  took: Promise<Runs>;
}

export class FunctionCounter {
  readonly #cdp: CDPSession;
  readonly #scripts: Scripts;

  constructor(cdp: CDPSession, scripts: Scripts) {
    this.#cdp = cdp;
    this.#scripts = scripts;
  }

  /** The functions that ran since the last call. */
  async take(): Promise<Runs> {
    const { result } = await this.#cdp.send('Profiler.takePreciseCoverage');
    const runs = new Map<string, number>();
    for (const { url, functions } of result) {
      const script = this.#scripts.find(({ name }) => url.endsWith(`/assets/${name}`));
      if (!script) continue;
      for (const { ranges } of functions) {
        const [{ startOffset, endOffset, count } = { startOffset: 0, endOffset: 0, count: 0 }] =
          ranges;
        const isModule = startOffset === 0 && endOffset >= script.text.length;
        const file = count > 0 && !isModule ? script.sourceOf(startOffset) : null;
        const name = `${file}:${script.name}:${startOffset}`;
        if (file) runs.set(name, (runs.get(name) ?? 0) + count);
      }
    }
    return runs;
  }

  /** The same until a function declared in this file is about to run: the page pauses there. */
  async watchForFile(file: string): Promise<Watch> {
    await this.#cdp.send('Debugger.enable');
    for (const script of this.#scripts) {
      for (const { 0: head, index } of script.text.matchAll(/\bfunction [\w$]+\([^)]*\)\{/g)) {
        if (script.sourceOf(index) !== file) continue;
        const body = script.positionOf(index + head.length);
        await this.#cdp.send('Debugger.setBreakpointByUrl', {
          urlRegex: `/${script.name.replaceAll('.', '\\.')}$`,
          ...body,
        });
      }
    }
    return { took: this.#takeWhenHeld() };
  }

  /** The same until markup with this text is first drawn. */
  async watchForText(text: string): Promise<Watch> {
    await this.#cdp.send('Debugger.enable');
    const watch = (wanted: string) => {
      const observer = new MutationObserver(() => {
        if (!document.body.innerHTML.includes(wanted)) return;
        observer.disconnect();
        debugger;
      });
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    };
    await this.#cdp.send('Runtime.evaluate', {
      expression: `(${watch.toString()})(${JSON.stringify(text)})`,
    });
    return { took: this.#takeWhenHeld() };
  }

  async #takeWhenHeld(): Promise<Runs> {
    await new Promise((resolve) => this.#cdp.once('Debugger.paused', resolve));
    const runs = await this.take();
    await this.#cdp.send('Debugger.disable');
    return runs;
  }
}
