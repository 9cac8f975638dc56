import { setTimeout } from 'node:timers/promises';
import type { Core, Database, Form } from './core.ts';
import type { Fault } from './oracle.ts';

/** A product with one part broken on purpose, and the fault that the hammer has to report. */
export interface Break {
  expected: Fault;
  apply(core: Core): Core;
}

/** Replaces each answer with this status. */
const replacing =
  (status: number, replace: (response: Response) => Response) =>
  (core: Core): Core => ({
    ...core,
    createBackend: (url, fetch) =>
      core.createBackend(url, async (...asked) => {
        const response = await fetch(...asked);
        return response.status === status ? replace(response) : response;
      }),
  });

/** Each promise of the outbox, broken in turn. */
export const BREAKS: Readonly<Record<string, Break>> = {
  'an edit takes a new id': {
    expected: 'twice',
    apply(core) {
      const underNewId = async (
        db: Database,
        id: string,
        form: Form | null,
      ): Promise<Form | null> => {
        if (form) await core.discard(db, id, true);
        return form && { edits: null };
      };
      return {
        ...core,
        edit: async (db, id, now) => underNewId(db, id, await core.edit(db, id, now)),
        handBack: async (db, id, isPromised, now) =>
          underNewId(db, id, await core.handBack(db, id, isPromised, now)),
      };
    },
  },
  'every try takes a new id': {
    expected: 'twice',
    apply: (core) => ({
      ...core,
      createBackend(url, fetch) {
        const backend = core.createBackend(url, fetch);
        return {
          ...backend,
          insertRecord: (record, timeoutMs) =>
            backend.insertRecord({ ...record, id: crypto.randomUUID() }, timeoutMs),
        };
      },
    }),
  },
  'an alert that is being sent counts as sent': {
    expected: 'false words',
    apply: replacing(202, ({ body, headers }) => new Response(body, { status: 200, headers })),
  },
  'a record that is already there counts as an error': {
    expected: 'stuck',
    apply: replacing(409, () => Response.json({}, { status: 500 })),
  },
  'a record counts as stored before the answer': {
    expected: 'false words',
    apply: (core) => ({
      ...core,
      createBackend(url, fetch) {
        const backend = core.createBackend(url, fetch);
        return {
          ...backend,
          async insertRecord(record, timeoutMs) {
            void backend.insertRecord(record, timeoutMs);
            return { outcome: 'accepted' };
          },
        };
      },
    }),
  },
  'nobody writes down that a request has left': {
    expected: 'false words',
    apply: (core) => ({
      ...core,
      createQueue(db) {
        const queue = core.createQueue(db);
        const update: typeof queue.update = (entry, changes, bytes) =>
          queue.update(entry, { ...changes, arrival: entry.arrival }, bytes);
        return { ...queue, update };
      },
    }),
  },
  'a device that calls itself offline is believed': {
    expected: 'stuck',
    apply: (core) => ({
      ...core,
      flush: async (deps, options) =>
        // eslint-disable-next-line no-restricted-properties -- what no product may do
        navigator.onLine ? core.flush(deps, options) : { waiting: [], nextInMs: null },
    }),
  },
  'a code for a fault of the server counts as a refusal': {
    expected: 'needless',
    apply: (core) => ({
      ...core,
      createBackend: (url, fetch) =>
        core.createBackend(url, async (...asked) => {
          const response = await fetch(...asked);
          const said: unknown = await response
            .clone()
            .json()
            .catch(() => null);
          const { code } = (said ?? {}) as { code?: unknown };
          return typeof code === 'string' && /^(PGRST|42883|42P01|57014)/.test(code)
            ? Response.json({ code: '23514', message: 'refused' }, { status: 400 })
            : response;
        }),
    }),
  },
  'an entry leaves the queue before it is sent': {
    expected: 'lost',
    apply: (core) => ({
      ...core,
      createQueue(db) {
        const queue = core.createQueue(db);
        const update: typeof queue.update = async (entry, changes, bytes) => {
          const isLeaving = changes.state?.name === 'sending';
          if (!isLeaving) await db.entries.put(entry);
          const next = await queue.update(entry, changes, bytes);
          if (isLeaving) await db.entries.delete(entry.id);
          return next;
        };
        return { ...queue, update };
      },
    }),
  },
  'a submission counts as saved before it is': {
    expected: 'lost',
    apply: (core) => ({
      ...core,
      async store(db, entry, file, form, now) {
        void setTimeout(1)
          .then(() => core.store(db, entry, file, form, now))
          .catch(() => undefined);
        return { id: form.edits ?? entry.id, isSent: false };
      },
    }),
  },
};
