import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import {
  announceCreations,
  failureText,
  isInGoodHands,
  type CreationTexts,
} from '../create/announce-creations.ts';
import { announceDeletion } from '../list/deletion-texts.ts';
import type { Deletion } from '../list/use-entity-list.ts';
import { createAll, type Addition } from '../sync/change-commands.ts';

const ENTITY = 'gallery_images';

export interface ReplacementTexts {
  replaced: string;
  /** The old pictures stay, and why: a sentence. */
  stay: string;
  /** The new pictures wait on this device: the beginning of a sentence. */
  saved: string;
}

const HALF_DONE = 'One image was added: delete it before you try again.';

function textsOf({ replaced, stay, saved }: ReplacementTexts, added: number): CreationTexts {
  const failed = added > 0 ? `${stay} ${HALF_DONE}` : stay;
  return {
    created: () => replaced,
    saved: () => `${stay} ${saved}`,
    failed: (message) => `${failed} ${message}`,
  };
}

/**
 * Adds pictures in place of others, which are deleted once all the new ones are on the server.
 * Announces the outcome. Returns the reason for another attempt, or null.
 */
export async function replacePictures(
  old: readonly ReplicaRow<typeof ENTITY>[],
  additions: readonly Addition[],
  remove: Deletion['remove'],
  replacement: ReplacementTexts,
): Promise<string | null> {
  const results = await createAll(additions);
  const isDone = ({ outcome }: Outcome) => outcome === 'done';
  const added = results.filter(isDone).length;
  const texts = textsOf(replacement, added);
  if (added < results.length) {
    const others = results.filter((result) => !isDone(result));
    announceCreations(ENTITY, others, texts);
    const failed = others.find((result) => !isInGoodHands(result));
    return failed ? failureText(ENTITY, failed, texts) : null;
  }
  const removal = await remove(old);
  announceCreations(ENTITY, results, texts);
  // A deletion that is done or waits needs no message of its own.
  if (!isInGoodHands(removal)) announceDeletion(ENTITY, old.length, removal);
  return null;
}
