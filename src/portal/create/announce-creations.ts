import type { CreatedEntity } from '../../core/domain/creation.ts';
import type { ChangeResult } from '../sync/change-commands.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';

interface CreationTexts {
  created: (count: number) => string;
  /** Given what the server said. */
  failed: (message: string) => string;
  /** It waits on this device and will be sent: the beginning of a sentence. */
  saved: (count: number) => string;
}

/** What a person reads about adding to each list. */
const CREATION_TEXTS: Record<CreatedEntity, CreationTexts> = {
  careers: {
    created: () => 'Job posting created successfully',
    failed: () => 'Failed to create job posting',
    saved: () => 'The job posting will be published',
  },
  gallery_images: {
    created: (count) => `${count} image(s) uploaded successfully`,
    failed: (message) => message,
    saved: (count) => `${count} ${count === 1 ? 'image' : 'images'} will be uploaded`,
  },
  testimonials: {
    created: () => 'Testimonial created successfully',
    failed: (message) => message,
    saved: () => 'The testimonial will be published',
  },
};

/** True when there is nothing left to do for the person: it is done, safe on this device, or no longer wanted. */
export const isInGoodHands = ({ outcome }: ChangeResult) =>
  outcome !== 'refused' && outcome !== 'not-stored';

/** What is said of a creation that was not accepted. */
export function failureText(entity: CreatedEntity, result: ChangeResult): string | null {
  if (result.outcome === 'refused') return CREATION_TEXTS[entity].failed(result.attention.message);
  return result.outcome === 'not-stored' ? result.message : null;
}

/** Tells what became of what was added to a list in one go. The same reason is told once. */
export function announceCreations(entity: CreatedEntity, results: readonly ChangeResult[]): void {
  const texts = CREATION_TEXTS[entity];
  const count = (outcome: ChangeResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;

  const done = count('done');
  const waiting = results.filter((result) => result.outcome === 'waiting');
  if (done > 0) void notify.success('Success', { description: texts.created(done) });
  const saved = `saved:${entity}`;
  const last = waiting.at(-1);
  if (last)
    void notify.info('Saved on this device', {
      id: saved,
      // The list's panel says it for as long as the rows wait.
      duration: 3000,
      description: `${texts.saved(waiting.length)} ${laterText(last.cause)}`,
    });
  // What was said of those that waited is over.
  else notify.dismiss(saved);
  for (const description of new Set(results.map((result) => failureText(entity, result)))) {
    if (description !== null) void notify.error('Error', { description });
  }
}
