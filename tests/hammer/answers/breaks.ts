import type { Core } from '../core.ts';
import type { ChangesCore } from '../portal/core.ts';
import type { ANSWER_FAULTS } from './oracle.ts';

interface Cores {
  core: Core;
  changesCore: ChangesCore;
}

/** A product with one part of its answers broken on purpose, and the fault that the hammer has to report. */
export interface AnswerBreak {
  expected: (typeof ANSWER_FAULTS)[number];
  apply(cores: Cores): Cores;
}

type VisitorBackend = ReturnType<Core['createBackend']>;

/** Changes the visitors' server port. */
const withBackend =
  (change: (backend: VisitorBackend) => Partial<VisitorBackend>) =>
  ({ core, changesCore }: Cores): Cores => ({
    changesCore,
    core: {
      ...core,
      createBackend(url, fetch) {
        const backend = core.createBackend(url, fetch);
        return { ...backend, ...change(backend) };
      },
    },
  });

/** Each promise about answers, broken in turn. */
export const ANSWER_BREAKS: Readonly<Record<string, AnswerBreak>> = {
  'every try of a customer’s answer takes a new id': {
    expected: 'twice',
    apply: withBackend(({ answerRequest }) => ({
      answerRequest: (answer, timeoutMs) =>
        answerRequest({ ...answer, eventId: crypto.randomUUID() }, timeoutMs),
    })),
  },
  'a customer’s answer counts as given without a request': {
    expected: 'lost',
    apply: withBackend(({ requestStates }) => ({
      async answerRequest({ bookingId }, timeoutMs) {
        const read = await requestStates([bookingId], timeoutMs);
        if (read.outcome !== 'answered') return { outcome: 'retry', reason: 'server' };
        const [state] = read.value;
        return state ? { outcome: 'accepted', state } : { outcome: 'retry', reason: 'server' };
      },
    })),
  },
  'a customer reads the states of the first refresh again': {
    expected: 'false words',
    apply({ core, changesCore }) {
      const first = new Map<string, Awaited<ReturnType<VisitorBackend['requestStates']>>>();
      return withBackend(({ requestStates }) => ({
        async requestStates(ids, timeoutMs) {
          const key = ids.join();
          const read = first.get(key) ?? (await requestStates(ids, timeoutMs));
          if (read.outcome === 'answered') first.set(key, read);
          return read;
        },
      }))({ core, changesCore });
    },
  },
  'every try of the office’s answer takes a new id': {
    expected: 'twice',
    apply: ({ core, changesCore }) => ({
      core,
      changesCore: {
        ...changesCore,
        createBackend(way) {
          const backend = changesCore.createBackend(way);
          return {
            ...backend,
            answerBooking: (answer) =>
              backend.answerBooking({ ...answer, eventId: crypto.randomUUID() }),
          };
        },
      },
    }),
  },
};
