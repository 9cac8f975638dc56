import type { Creation } from '../../core/domain/creation.ts';
import {
  createAddition,
  prepareAddition,
  type AdditionEntry,
} from '../../core/mutations/addition.ts';
import type { AdminEntry } from '../../core/mutations/admin-mutation.ts';
import { type Fresh, type Outcome, type PickedFile } from '../../core/outbox/entry.ts';
import { administrator } from '../../runtime/auth/session.ts';
import { outbox } from '../../runtime/outbox.ts';
import { NOBODY, sendAll } from '../send-entries.ts';
import { PICTURE_PROBLEMS } from './picture-texts.ts';
import { preparePicture } from './prepare-picture.ts';

/** A row to add, with its picture as it was picked, or two pictures to join. */
export interface Addition {
  creation: Creation;
  pictures: readonly File[];
}

/**
 * Adds rows to lists, or stores them until they can be sent. Checks the values again. Nothing is
 * done to a picture before all of them are stored; `onStored` is called with the number of those
 * that are stored or of no use.
 */
export async function createAll(
  additions: readonly Addition[],
  onStored: (count: number) => void = () => undefined,
): Promise<Outcome[]> {
  const user = administrator();
  if (!user) return additions.map(() => NOBODY);
  const entries: AdditionEntry[] = [];
  const all: (AdditionEntry | Outcome)[] = [];
  async function* read() {
    for (const addition of additions) {
      const fresh = await readAddition(addition, user?.id ?? '');
      all.push('entry' in fresh ? fresh.entry : fresh);
      if (!('entry' in fresh)) continue;
      entries.push(fresh.entry);
      yield fresh;
    }
  }
  const useless = () => all.length - entries.length;
  const outcomes = await sendAll(read(), (stored) => onStored(useless() + stored), prepareAhead);
  for (const [place, outcome] of outcomes.entries()) {
    const entry = entries[place];
    if (!entry) continue;
    // A refused one goes back to its form, so that trying again cannot make two.
    if (outcome.outcome === 'refused') await outbox.undo(entry.id, true);
  }
  return all.map((one) => ('outcome' in one ? one : (outcomes[entries.indexOf(one)] ?? NOBODY)));
}

/** `createAll` for one row without pictures, or with one; calls `onStored` once it is stored. */
export async function create(
  creation: Creation,
  picture: File | null = null,
  onStored: () => void = () => undefined,
): Promise<Outcome> {
  const additions = [{ creation, pictures: picture ? [picture] : [] }];
  const [result = NOBODY] = await createAll(additions, (count) => {
    if (count > 0) onStored();
  });
  return result;
}

const contentOf = ({ entry: { creation, originals } }: Fresh<AdditionEntry>) =>
  JSON.stringify([creation, originals]);

async function readAddition(
  { creation, pictures }: Addition,
  userId: string,
): Promise<Fresh<AdditionEntry> | Outcome> {
  const originals: PickedFile[] = [];
  for (const picture of pictures) {
    const bytes = await picture.arrayBuffer().catch(() => null);
    if (!bytes?.byteLength) return unusable(PICTURE_PROBLEMS[bytes ? 'empty' : 'unreadable']);
    originals.push({ name: picture.name, type: picture.type, bytes });
  }
  const fresh = createAddition(creation, originals, userId, Date.now());
  if (!fresh) return INVALID;
  return outbox.tryAgainAs(fresh, (kept) => contentOf(kept) === contentOf(fresh));
}

const INVALID: Outcome = {
  outcome: 'refused',
  attention: { reason: 'invalid', message: 'Please check what you entered.' },
};
const unusable = (message: string): Outcome => ({
  outcome: 'refused',
  attention: { reason: 'file-lost', message },
});

/** The entry with its picture prepared; null for an entry without one, and for an unusable one. */
async function prepareAhead(fresh: Fresh): Promise<Fresh<AdminEntry> | null> {
  const { entry, file } = fresh as Fresh<AdditionEntry>;
  if (entry.step !== 'prepare' || !file) return null;
  const result = await prepareAddition(entry, file, preparePicture);
  return result.outcome === 'accepted' && result.file
    ? { entry: { ...entry, ...result.changes, step: 'file' }, file: result.file }
    : null;
}
