import { setTimeout as sleep } from 'node:timers/promises';
import type { CrewJob } from '../../src/core/domain/crew-sheet.ts';
import type { Queue } from '../../src/core/outbox/queue.ts';
import type { Backend, BookingsBackend } from '../../src/core/server/backend.ts';
import type { Database } from '../../src/core/store/database.ts';
import type { PageOutbox, PageOutboxDeps } from '../../src/runtime/page-outbox.ts';
import type { CastName } from './casts.ts';
import type { Core } from './core.ts';
import type { Fault } from './findings/finding.ts';

/** A product with one part broken on purpose, and the fault that the hammer has to report. */
interface Break {
  expected: Fault;
  /** The cast that finds it. */
  cast: CastName;
  apply(core: Core): Core;
}

type VisitorBackend = Backend & BookingsBackend;

const withFetch =
  (change: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) =>
  (core: Core): Core => ({
    ...core,
    createBackend: (url, fetch) => core.createBackend(url, change(fetch)),
  });

/** Replaces each answer with this status. */
const replacing = (status: number, replace: (response: Response) => Response) =>
  withFetch((fetch) => async (...asked) => {
    const response = await fetch(...asked);
    return response.status === status ? replace(response) : response;
  });

/** Changes a port, such as the visitors' way to the server. */
const withPort =
  <Create extends 'createBackend' | 'createAdminBackend' | 'createCrewBackend'>(create: Create) =>
  (change: (port: ReturnType<Core[Create]>) => Partial<ReturnType<Core[Create]>>) =>
  (core: Core): Core => ({
    ...core,
    [create](...way: never[]) {
      const open = core[create] as unknown as (...way: never[]) => ReturnType<Core[Create]>;
      const port = open(...way);
      return { ...port, ...change(port) };
    },
  });
const withBackend = withPort('createBackend');
const withAdminBackend = withPort('createAdminBackend');
const withCrewBackend = withPort('createCrewBackend');

const withQueue =
  (change: (queue: Queue, db: Database) => Partial<Queue>) =>
  (core: Core): Core => ({
    ...core,
    createQueue(db, ownerOf) {
      const queue = core.createQueue(db, ownerOf);
      return { ...queue, ...change(queue, db) };
    },
  });

const withPageOutbox =
  (change: (outbox: PageOutbox, deps: Pick<PageOutboxDeps<never>, 'db'>) => Partial<PageOutbox>) =>
  (core: Core): Core => ({
    ...core,
    createPageOutbox(deps) {
      const outbox = core.createPageOutbox(deps);
      return { ...outbox, ...change(outbox, deps) };
    },
  });

/** Each promise, broken in turn. */
export const BREAKS: Readonly<Record<string, Break>> = {
  'an edit takes a new id': {
    cast: 'visitors',
    expected: 'stored twice',
    apply: withPageOutbox(({ submit }) => ({
      submit: (fresh, form) => submit(fresh, { ...form, replaces: null, isTried: false }),
    })),
  },
  'every try takes a new id': {
    cast: 'visitors',
    expected: 'stored twice',
    apply: withBackend(({ insertRecord }) => ({
      insertRecord: (table, row, timeoutMs) =>
        insertRecord(table, { ...row, id: crypto.randomUUID() }, timeoutMs),
    })),
  },
  'an alert that is being sent counts as sent': {
    cast: 'visitors',
    expected: 'false statement',
    apply: replacing(202, ({ body, headers }) => new Response(body, { status: 200, headers })),
  },
  'a record that is already there counts as an error': {
    cast: 'visitors',
    expected: 'stuck',
    apply: replacing(409, () => Response.json({}, { status: 500 })),
  },
  'a record counts as stored before the answer': {
    cast: 'visitors',
    expected: 'false statement',
    apply: withBackend(({ insertRecord }) => ({
      async insertRecord(...record) {
        void insertRecord(...record);
        return { outcome: 'accepted' };
      },
    })),
  },
  'nobody writes down that a request has left': {
    cast: 'visitors',
    expected: 'false statement',
    apply: withQueue(({ update }) => ({
      update: (entry, changes, file) =>
        update(entry, { ...changes, serverMayHave: entry.serverMayHave }, file),
    })),
  },
  'a device that calls itself offline is believed': {
    cast: 'visitors',
    expected: 'stuck',
    apply: withFetch((fetch) => async (...asked) => {
      // eslint-disable-next-line no-restricted-properties -- what no product may do
      if (!navigator.onLine) throw new TypeError('fetch failed');
      return fetch(...asked);
    }),
  },
  'a code for a fault of the server counts as a refusal': {
    cast: 'visitors',
    expected: 'needless refusal',
    apply: withFetch((fetch) => async (...asked) => {
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
  },
  'an entry leaves the queue before it is sent': {
    cast: 'visitors',
    expected: 'lost',
    apply: withQueue(({ update }, db) => ({
      async update(entry, changes, file) {
        const isLeaving = changes.state?.name === 'sending';
        if (!isLeaving) await db.entries.put(entry);
        const next = await update(entry, changes, file);
        if (isLeaving) await db.entries.delete(entry.id);
        return next;
      },
    })),
  },
  'a submission counts as saved before it is': {
    cast: 'visitors',
    expected: 'lost',
    apply: withPageOutbox(({ submit }) => ({
      async submit(fresh, form) {
        void sleep(1)
          .then(() => submit(fresh, form))
          .catch(() => undefined);
        const id = form.replaces?.id ?? fresh.entry.id;
        return { outcome: 'waiting', id, reference: '', needsSender: false };
      },
    })),
  },
  'a form forgets what it could not store': {
    cast: 'visitors',
    expected: 'stored twice',
    apply: withPageOutbox(({ submit }) => ({
      async submit(fresh, form) {
        const result = await submit(fresh, form);
        return result.outcome === 'not-stored'
          ? { ...result, replaces: form.replaces, isTried: false }
          : result;
      },
    })),
  },
  'a full device forgets its attempts': {
    cast: 'visitors',
    expected: 'false statement',
    apply: (core) => ({
      ...core,
      createQueue(db, ownerOf) {
        const fresh = () => core.createQueue(db, ownerOf);
        return {
          list: () => fresh().list(),
          find: (id) => fresh().find(id),
          readFile: (id) => fresh().readFile(id),
          isCurrent: (entry) => fresh().isCurrent(entry),
          update: (entry, changes, file) => fresh().update(entry, changes, file),
          settle: (entry, receipt) => fresh().settle(entry, receipt),
        };
      },
    }),
  },
  'what waits on a full disk counts as saved': {
    cast: 'visitors',
    expected: 'lost',
    apply: withPageOutbox(({ submit }) => ({
      async submit(fresh, form) {
        const result = await submit(fresh, form);
        return result.outcome === 'not-stored'
          ? { outcome: 'waiting', id: fresh.entry.id, reference: '', needsSender: false }
          : result;
      },
    })),
  },

  'the files of what is deleted stay': {
    cast: 'portal',
    expected: 'left behind',
    apply: withAdminBackend(() => ({ removeFiles: async () => ({ outcome: 'accepted' }) })),
  },
  'a deletion is believed without an answer': {
    cast: 'portal',
    expected: 'false statement',
    apply: withAdminBackend(() => ({ deleteRows: async () => ({ outcome: 'accepted' }) })),
  },
  'a pull overlooks deletions': {
    cast: 'portal',
    expected: 'false statement',
    apply: withAdminBackend(({ readChanges }) => ({
      async readChanges(after) {
        const answer = await readChanges(after);
        if (answer.outcome !== 'read') return answer;
        const { changes } = answer.value;
        // The last one stays, because it sets the cursor.
        return {
          ...answer,
          value: {
            ...answer.value,
            changes: changes.filter(({ row }, index) => row || index === changes.length - 1),
          },
        };
      },
    })),
  },
  'every try to add takes a new id': {
    cast: 'portal',
    expected: 'stored twice',
    apply: withAdminBackend(({ insertRow }) => ({
      insertRow: (table, row) => insertRow(table, { ...row, id: crypto.randomUUID() }),
    })),
  },
  'an addition that is there counts as an error': {
    cast: 'portal',
    expected: 'stuck',
    apply: withAdminBackend(({ insertRow }) => ({
      async insertRow(table, row) {
        const result = await insertRow(table, row);
        return result.outcome === 'accepted' ? { outcome: 'retry', reason: 'server' } : result;
      },
    })),
  },
  'a change that rests is forgotten': {
    cast: 'portal',
    expected: 'lost',
    apply: withQueue(({ update }, db) => ({
      async update(entry, changes, file) {
        const next = await update(entry, changes, file);
        if (changes.state?.name === 'waiting') await db.entries.delete(entry.id);
        return next;
      },
    })),
  },
  'a discarded addition is not withdrawn': {
    cast: 'portal',
    expected: 'left behind',
    apply: withPageOutbox(({ undo }, { db }) => ({
      async undo(id, toldMaybeTooLate) {
        const isUndone = await undo(id, toldMaybeTooLate);
        const withdrawals = db.entries.filter(({ kind }) => kind === 'withdrawal');
        if (isUndone) await withdrawals.delete();
        return isUndone;
      },
    })),
  },

  'every try of a customer’s answer takes a new id': {
    cast: 'answers',
    expected: 'stored twice',
    apply: withBackend(({ answerBooking }) => ({
      answerBooking: (answer, timeoutMs) =>
        answerBooking({ ...answer, eventId: crypto.randomUUID() }, timeoutMs),
    })),
  },
  'a customer’s answer counts as given without a request': {
    cast: 'answers',
    expected: 'lost',
    apply: withBackend(({ bookingStates }) => ({
      async answerBooking({ bookingId }, timeoutMs) {
        const read = await bookingStates([bookingId], timeoutMs);
        if (read.outcome !== 'read') return { outcome: 'retry', reason: 'server' };
        const [state] = read.value;
        return state ? { outcome: 'accepted', state } : { outcome: 'retry', reason: 'server' };
      },
    })),
  },
  'a customer reads the states of the first refresh again': {
    cast: 'answers',
    expected: 'false statement',
    apply(core) {
      const first = new Map<string, Awaited<ReturnType<VisitorBackend['bookingStates']>>>();
      return withBackend(({ bookingStates }) => ({
        async bookingStates(ids, timeoutMs) {
          const key = ids.join();
          const read = first.get(key) ?? (await bookingStates(ids, timeoutMs));
          if (read.outcome === 'read') first.set(key, read);
          return read;
        },
      }))(core);
    },
  },
  'every try of the office’s answer takes a new id': {
    cast: 'answers',
    expected: 'stored twice',
    apply: withAdminBackend(({ answerBooking }) => ({
      answerBooking: (answer) => answerBooking({ ...answer, eventId: crypto.randomUUID() }),
    })),
  },

  'a sheet is merged with the one before': {
    cast: 'crew',
    expected: 'foreign job',
    apply(core) {
      const former = new Map<string, readonly CrewJob[]>();
      return withCrewBackend(({ readDays }) => ({
        async readDays(secret, timeoutMs) {
          const read = await readDays(secret, timeoutMs);
          if (read.outcome !== 'read' || !read.value) return read;
          const { jobs } = read.value;
          const kept = former.get(secret) ?? [];
          const merged = [
            ...jobs,
            ...kept.filter(({ job }) => !jobs.some((one) => one.job === job)),
          ];
          former.set(secret, merged);
          return { ...read, value: { ...read.value, jobs: merged } };
        },
      }))(core);
    },
  },
  'a sheet does not end': {
    cast: 'crew',
    expected: 'after its end',
    apply: (core) => ({ ...core, forgetEnded: async () => undefined }),
  },
  'every try of a report takes a new id': {
    cast: 'crew',
    expected: 'stored twice',
    apply: withCrewBackend(({ report }) => ({
      report: (secret, sent, timeoutMs) =>
        report(secret, { ...sent, eventId: crypto.randomUUID() }, timeoutMs),
    })),
  },
};
