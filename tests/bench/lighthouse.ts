import lighthouse from 'lighthouse';
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
}

export type Throttling = 'simulate' | 'devtools';

const DEBUGGING_PORT = 9333;

async function runOnce(url: string, throttlingMethod: Throttling): Promise<PageFigures> {
  const browser = await launchBrowser({
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    const result = await lighthouse(url, {
      port: DEBUGGING_PORT,
      throttlingMethod,
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits } = result.lhr;
    return {
      scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
      lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      interactive: audits.interactive?.numericValue ?? Number.NaN,
    };
  } finally {
    await browser.close();
  }
}

/** The medians of several runs of Lighthouse's mobile preset, each in a browser of its own. */
export async function measurePage(
  url: string,
  runs: number,
  throttling: Throttling,
): Promise<PageFigures> {
  const figures: PageFigures[] = [];
  for (let i = 0; i < runs; i++) figures.push(await runOnce(url, throttling));
  const median = (of: (one: PageFigures) => number) => percentile(figures.map(of), 0.5);
  return {
    scores: CATEGORIES.map((_, i) => median(({ scores }) => scores[i] ?? 0)),
    lcp: median(({ lcp }) => lcp),
    interactive: median(({ interactive }) => interactive),
  };
}
