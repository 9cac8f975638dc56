import type { AdminBackend, ChangesCore } from './core.ts';
import type { PORTAL_FAULTS } from './oracle.ts';

/** A portal with one part broken on purpose, and the fault that the hammer has to report. */
export interface PortalBreak {
  expected: (typeof PORTAL_FAULTS)[number];
  apply(core: ChangesCore): ChangesCore;
}

/** Changes the portal's server port. */
const withBackend =
  (change: (backend: AdminBackend) => Partial<AdminBackend>) =>
  (core: ChangesCore): ChangesCore => ({
    ...core,
    createBackend(way) {
      const backend = core.createBackend(way);
      return { ...backend, ...change(backend) };
    },
  });

/** Each promise of the portal, broken in turn. */
export const PORTAL_BREAKS: Readonly<Record<string, PortalBreak>> = {
  'the files of what is deleted stay': {
    expected: 'left behind',
    apply: withBackend(() => ({ removeFiles: async () => ({ outcome: 'accepted' }) })),
  },
  'a deletion is believed without an answer': {
    expected: 'false words',
    apply: withBackend(() => ({ deleteRows: async () => ({ outcome: 'accepted' }) })),
  },
  'a pull overlooks deletions': {
    expected: 'false words',
    apply: withBackend(({ readChanges }) => ({
      async readChanges(after) {
        const answer = await readChanges(after);
        if (answer.outcome !== 'answered') return answer;
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
    expected: 'twice',
    apply: withBackend(({ insertRow }) => ({
      insertRow: (table, row) => insertRow(table, { ...row, id: crypto.randomUUID() }),
    })),
  },
  'an addition that is there counts as an error': {
    expected: 'stuck',
    apply: withBackend(({ insertRow }) => ({
      async insertRow(table, row) {
        const result = await insertRow(table, row);
        return result.outcome === 'accepted' ? { outcome: 'retry', reason: 'server' } : result;
      },
    })),
  },
  'a change that rests is forgotten': {
    expected: 'lost',
    apply: (core) => ({
      ...core,
      createQueue(db, userId) {
        const queue = core.createQueue(db, userId);
        const update: typeof queue.update = async (entry, changes, bytes) => {
          const next = await queue.update(entry, changes, bytes);
          if (changes.state?.name === 'waiting') await db.entries.delete(entry.id);
          return next;
        };
        return { ...queue, update };
      },
    }),
  },
};
