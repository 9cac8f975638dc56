import {
  announceCreations,
  failureText,
  isInGoodHands,
  type CreationTexts,
} from '../create/announce-creations.ts';
import { announceDeletion } from '../list/deletion-texts.ts';
import type { SelectionCommandsProps } from '../list/list-screen.ts';
import { createAll, type Addition } from '../sync/admin-commands.ts';

const ENTITY = 'gallery_images';

export interface ReplacementTexts {
  replaced: string;
  /** The old pictures stay, and why: a sentence. */
  stay: string;
  /** The new pictures wait on this device: the beginning of a sentence. */
  saved: string;
}

const HALF_DONE =
  'One image is added, or waits on this device: delete or discard it before you try again.';

function textsOf({ replaced, stay, saved }: ReplacementTexts, isHalfDone: boolean): CreationTexts {
  const failed = isHalfDone ? `${stay} ${HALF_DONE}` : stay;
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
  { rows: old, remove, onDone }: SelectionCommandsProps<typeof ENTITY>,
  additions: readonly Addition[],
  replacement: ReplacementTexts,
): Promise<string | null> {
  const results = await createAll(additions);
  const failures = results.filter((result) => !isInGoodHands(result));
  const texts = textsOf(replacement, failures.length < results.length);
  const [failure] = failures;
  if (failure) {
    announceCreations(ENTITY, failures, texts);
    return failureText(ENTITY, failure, texts);
  }
  const others = results.filter(({ outcome }) => outcome !== 'done');
  announceCreations(ENTITY, others.length > 0 ? others : results, texts);
  onDone();
  if (others.length > 0) return null;
  const removal = await remove(old);
  // A deletion that is done or waits needs no message of its own.
  if (!isInGoodHands(removal)) announceDeletion(ENTITY, old.length, removal);
  return null;
}
