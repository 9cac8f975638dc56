import { buildSite } from '../../supabase/local/site/build-site.ts';
import { startBackend, type TestBackend } from '../support/backend.ts';
import { benchColdStart } from './cold-start.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchLists } from './lists.ts';
import { benchOnlineRequests } from './online-requests.ts';
import { benchPages } from './pages.ts';
import { recordTables } from './record.ts';
import { takePrinted } from './report.ts';
import { benchScale, benchSeries } from './scale.ts';
import { benchSubmitLatency } from './submit-latency.ts';

const BENCHES: Record<
  string,
  (backend: TestBackend, sizes?: readonly number[], paths?: readonly string[]) => Promise<void>
> = {
  'first-load': benchFirstLoad,
  requests: benchOnlineRequests,
  submit: benchSubmitLatency,
  lists: benchLists,
  pages: benchPages,
  'cold-start': benchColdStart,
  scale: benchScale,
  series: benchSeries,
};

/**
 * `npm run bench` runs all; `npm run bench -- submit lists` runs those named; `npm run bench --
 * lists 50 100000` uses only these sizes, `-- pages /gallery` only these pages. `--record` writes the figures into
 * `docs/measurements.md`.
 */
const asked = process.argv.slice(2);
const isRecorded = asked.includes('--record');
const sizes = asked.filter((word) => /^\d+$/.test(word)).map(Number);
const paths = asked.filter((word) => word.startsWith('/'));
const names = asked.filter((word) => !/^(--record|\d+|\/.*)$/.test(word));
const wanted = names.length > 0 ? names : Object.keys(BENCHES);
const unknown = wanted.filter((name) => !BENCHES[name]);
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(1);
}

await buildSite(new AbortController().signal);
const backend = await startBackend();
try {
  for (const name of wanted) {
    await BENCHES[name]?.(
      backend,
      sizes.length > 0 ? sizes : undefined,
      paths.length > 0 ? paths : undefined,
    );
    const tables = takePrinted();
    if (isRecorded) await recordTables(tables);
  }
} finally {
  await backend.close();
}
