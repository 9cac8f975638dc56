import { ExpectedError } from '../src/core/errors/describe-error.ts';
import { createSupabaseBackend } from '../src/core/server/supabase-backend.ts';
import { DEVICE } from '../src/core/outbox/deliver.ts';
import { createQueue } from '../src/core/outbox/queue.ts';
import { createFlushRequester, flush, type Outbox } from '../src/core/outbox/flush.ts';
import { onceOpen } from '../src/core/store/database.ts';
import { countUnsent } from '../src/core/waiting/my-requests.ts';
import { showOnIcon } from '../src/core/waiting/notifications.ts';
import { storeStates } from '../src/core/waiting/booking-receipts.ts';
import { VISITOR_MUTATIONS } from '../src/core/mutations/visitors.ts';
import type { VisitorPorts } from '../src/core/mutations/visitor-mutation.ts';
import { CREW_MUTATIONS, type CrewPorts } from '../src/core/mutations/crew-report.ts';
import { crewPorts } from './crew.ts';
import { db } from './database.ts';
import { env } from './env.ts';
import { showNotifications } from './notifications.ts';

const backend = createSupabaseBackend({ url: env.supabaseUrl, publishableKey: env.publishableKey });
const outbox: Outbox<VisitorPorts & CrewPorts> = {
  queue: createQueue(db),
  mutations: { ...VISITOR_MUTATIONS, ...CREW_MUTATIONS },
  ports: {
    ...crewPorts,
    backend,
    place: 'worker',
    onState: (id, known) => storeStates(db, new Map([[id, known]])),
  },
  device: DEVICE,
};

const requestFlush = createFlushRequester(navigator.locks, (options) => flush(outbox, options));

/** After a failed sync, the browser waits minutes before it tries again. */
const REOPEN_PATIENCE_MS = 30_000;

/**
 * Flushes the queue, also with every page closed, and notifies senders who asked for it. Rejects
 * while the entry `id` still waits, so that the browser tries again later.
 */
export async function syncOutbox(id: string): Promise<void> {
  const { waiting } = await onceOpen(db, REOPEN_PATIENCE_MS, () => requestFlush({ eager: true }));
  await Promise.all([countUnsent(db).then(showOnIcon), showNotifications(db)]).catch(
    (error: unknown) => {
      console.warn('What was sent could not be told:', error);
    },
  );
  if (waiting.includes(id)) throw new ExpectedError('The submission still waits');
}
