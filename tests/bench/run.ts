import { startBackend } from '../support/backend.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchFlushQueue } from './flush-queue.ts';
import { benchOnlineRequests } from './online-requests.ts';
import { benchSubmitLatency } from './submit-latency.ts';

await benchFirstLoad();
const backend = await startBackend();
try {
  await benchOnlineRequests(backend);
  await benchSubmitLatency(backend);
  await benchFlushQueue(backend);
} finally {
  await backend.close();
}
