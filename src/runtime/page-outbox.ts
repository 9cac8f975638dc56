import type { SubmissionEntry } from '../core/mutations/submission.ts';
import type { Fresh } from '../core/outbox/entry.ts';
import { createFlushRequester, flush, type Outbox } from '../core/outbox/flush.ts';
import type { OutboxEntry } from '../core/store/device-schema.ts';
import {
  causeOf,
  requestFlush,
  send,
  sendAll,
  type Page,
  type Storing,
  type Surroundings,
} from './page-outbox/send.ts';
import { submit, type SubmittingForm } from './page-outbox/submit.ts';
import { edit, endEdit, retry, tryAgainAs, undo } from './page-outbox/try-again.ts';

export type { SubmitOutcome, SubmittingForm } from './page-outbox/submit.ts';

export interface PageOutboxDeps<Ports>
  extends Outbox<Ports>, Omit<Surroundings, keyof Outbox<Ports>> {
  locks: LockManager | undefined;
}

/** The outbox of one page: it stores, sends and watches entries of visitors and of staff alike. */
export type PageOutbox = ReturnType<typeof createPageOutbox<never>>;

export function createPageOutbox<Ports>({ locks, ports, ...surroundings }: PageOutboxDeps<Ports>) {
  const { queue, mutations, device } = surroundings;
  const page: Page = {
    ...surroundings,
    flush: (from, options) => flush({ queue: from, mutations, ports, device }, options),
    requestRun: createFlushRequester(locks, (options) => page.flush(queue, options)),
    flushListeners: new Set(),
    memoryFlush: Promise.resolve(),
    lateStorings: new Map(),
    unstored: new Map(),
  };
  return {
    queue,
    requestFlush: (options: { eager: boolean }) => requestFlush(page, options),
    causeOf: (id: string) => causeOf(page, id),
    send: (fresh: Fresh, storing: Storing, onStored?: () => void) =>
      send(page, fresh, storing, onStored),
    sendAll: (
      all: Iterable<Fresh> | AsyncIterable<Fresh>,
      storing: Storing,
      onBegun?: (sendings: readonly { isOnDevice: boolean }[]) => void,
    ) => sendAll(page, all, storing, onBegun),
    submit: (fresh: Fresh<SubmissionEntry>, form: SubmittingForm) => submit(page, fresh, form),
    tryAgainAs: <E extends OutboxEntry>(
      fresh: Fresh<E>,
      isSame: (kept: Fresh<E>, fresh: Fresh<E>) => boolean,
    ) => tryAgainAs(page.unstored, fresh, isSame),
    retry: (id: string, changes?: Partial<OutboxEntry>) => retry(page, id, changes),
    edit: (id: string) => edit(page, id),
    endEdit: (id: string) => endEdit(page, id),
    undo: (id: string, toldMaybeTooLate: boolean) => undo(page, id, toldMaybeTooLate),
    /**
     * Called after each flush of this page with the ms until the next entry is due; null when none
     * waits.
     */
    onFlushed: (listener: (nextInMs: number | null) => void) =>
      void page.flushListeners.add(listener),
  };
}
