import { beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../src/core/outbox/entry.ts';
import { replacePictures } from '../../../src/portal/gallery/replace-pictures.ts';
import type * as commands from '../../../src/portal/sync/change-commands.ts';

const { server, shown } = vi.hoisted(() => ({
  server: { creations: [] as Outcome[] },
  shown: [] as string[],
}));

vi.mock(
  '../../../src/portal/sync/change-commands.ts',
  () =>
    ({
      createAll: async () => server.creations,
      notStoredText: () => 'No room.',
    }) satisfies Partial<typeof commands>,
);
vi.mock('../../../src/ui/toast.ts', () => {
  const show = (_title: string, { description }: { description: string }) =>
    void shown.push(description);
  return { notify: { success: show, info: show, error: show, dismiss: () => undefined } };
});

beforeEach(() => void shown.splice(0));

const done: Outcome = { outcome: 'done', hadArrived: false };
const waiting: Outcome = { outcome: 'waiting', cause: 'offline' };
const refused: Outcome = {
  outcome: 'refused',
  attention: { reason: 'file-refused', message: 'Wrong type.' },
};
const notStored: Outcome = { outcome: 'not-stored', cause: null, mayHaveArrived: false };

const old = { id: 'old', file_path: 'a.webp' } as Parameters<
  typeof replacePictures
>[0]['rows'][number];
const texts = { replaced: 'Replaced', stay: 'The old stay.', saved: 'The new will follow' };

async function replace(creations: Outcome[], removal: Outcome = done) {
  server.creations = creations;
  const removed: string[] = [];
  const remove = async (rows: readonly { id: string }[]) => {
    removed.push(...rows.map(({ id }) => id));
    return removal;
  };
  const onDone = () => void shown.push('selection cleared');
  return {
    failure: await replacePictures({ rows: [old], remove, onDone }, [], texts),
    removed,
    shown,
  };
}

const LATER = 'The old stay. The new will follow as soon as there is a connection.';
const WHY = 'The old stay. Wrong type.';
const NO_ROOM = 'The old stay. No room.';
const HALF =
  'The old stay. One image is added, or waits on this device: delete or discard it before you try again.';
const CLEARED = 'selection cleared';

test.each<[string, Outcome[], { removed: string[]; shown: string[]; failure: string | null }]>([
  ['on the server', [done], { removed: ['old'], shown: ['Replaced', CLEARED], failure: null }],
  [
    'all on the server',
    [done, done],
    { removed: ['old'], shown: ['Replaced', CLEARED], failure: null },
  ],
  ['waiting', [waiting], { removed: [], shown: [LATER, CLEARED], failure: null }],
  ['half waiting', [done, waiting], { removed: [], shown: [LATER, CLEARED], failure: null }],
  ['refused', [refused], { removed: [], shown: [WHY], failure: WHY }],
  [
    'half refused',
    [refused, done],
    { removed: [], shown: [`${HALF} Wrong type.`], failure: `${HALF} Wrong type.` },
  ],
  [
    'half refused and half waiting',
    [waiting, refused],
    { removed: [], shown: [`${HALF} Wrong type.`], failure: `${HALF} Wrong type.` },
  ],
  ['not stored', [notStored], { removed: [], shown: [NO_ROOM], failure: NO_ROOM }],
  [
    'half stored',
    [done, notStored],
    { removed: [], shown: [`${HALF} No room.`], failure: `${HALF} No room.` },
  ],
  ['discarded', [{ outcome: 'gone' }], { removed: [], shown: [CLEARED], failure: null }],
])(
  'pictures whose replacement is %s are deleted only once all of it is on the server, with one message',
  async (_, creations, expected) => expect(await replace(creations)).toEqual(expected),
);

test('a deletion that waits adds no message, and a refused one says why', async () => {
  expect((await replace([done], waiting)).shown).toEqual(['Replaced', CLEARED]);
  shown.splice(0);
  expect((await replace([done], refused)).shown).toEqual(['Replaced', CLEARED, 'Wrong type.']);
});
