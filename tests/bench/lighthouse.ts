import lighthouse, { desktopConfig } from 'lighthouse';
import { launchBrowser } from '../support/device.ts';
import { percentile } from './report.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface PageFigures {
  /** 0 to 100, in the order of CATEGORIES. */
  scores: number[];
  /** Milliseconds. */
  lcp: number;
  /** Milliseconds. */
  interactive: number;
  /** Total blocking time, in milliseconds. */
  blocking: number;
  /** The main thread's work, in milliseconds. */
  mainThread: number;
  /** Cumulative layout shift. */
  shift: number;
}

export type Throttling = 'simulate' | 'devtools';

export type Form = 'phone' | 'desk';

const DEBUGGING_PORT = 9333;

async function runOnce(
  url: string,
  throttlingMethod: Throttling,
  form: Form,
): Promise<PageFigures> {
  const browser = await launchBrowser({
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    const result = await lighthouse(
      url,
      {
        port: DEBUGGING_PORT,
        throttlingMethod,
        onlyCategories: [...CATEGORIES],
        logLevel: 'error',
      },
      form === 'desk' ? desktopConfig : undefined,
    );
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits } = result.lhr;
    const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    return {
      scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
      lcp: valueOf('largest-contentful-paint'),
      interactive: valueOf('interactive'),
      blocking: valueOf('total-blocking-time'),
      mainThread: valueOf('mainthread-work-breakdown'),
      shift: valueOf('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}

/** The medians of runs of one page. */
function mediansOf(figures: readonly PageFigures[]): PageFigures {
  const median = (of: (one: PageFigures) => number) => percentile(figures.map(of), 0.5);
  return {
    scores: CATEGORIES.map((_, i) => median(({ scores }) => scores[i] ?? 0)),
    lcp: median(({ lcp }) => lcp),
    interactive: median(({ interactive }) => interactive),
    blocking: median(({ blocking }) => blocking),
    mainThread: median(({ mainThread }) => mainThread),
    shift: median(({ shift }) => shift),
  };
}

/**
 * The medians of several runs of Lighthouse's preset for each address, in turn, so that all share
 * the machine's slow moments. Each run has a browser of its own.
 */
export async function measurePages(
  urls: readonly string[],
  runs: number,
  throttling: Throttling,
  form: Form = 'phone',
): Promise<PageFigures[]> {
  const figures = urls.map((): PageFigures[] => []);
  for (let i = 0; i < runs; i++)
    for (const [at, url] of urls.entries()) figures[at]?.push(await runOnce(url, throttling, form));
  return figures.map(mediansOf);
}
