import type { CreatedEntity } from '../../core/domain/creation.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { notStoredText } from '../send-entries.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';

interface CreationTexts {
  created: (count: number) => string;
  /** A refusal, followed by the server's words. */
  failed: (message: string) => string;
  /** For an addition saved on this device: the beginning of a sentence. */
  saved: (count: number) => string;
}

/** Texts about adding to each list. */
const CREATION_TEXTS: Record<CreatedEntity, CreationTexts> = {
  bookings: {
    created: () => 'Booking added',
    failed: () => 'Failed to add the booking',
    saved: () => 'The booking will be added',
  },
  crew: {
    created: () => 'Person added',
    failed: () => 'Failed to add the person',
    saved: () => 'The person will be added',
  },
  careers: {
    created: () => 'Job posting created successfully',
    failed: () => 'Failed to create job posting',
    saved: () => 'The job posting will be created',
  },
  gallery_images: {
    created: (count) => `${count} image(s) uploaded successfully`,
    failed: (message) => message,
    saved: (count) => `${count} ${count === 1 ? 'image' : 'images'} will be uploaded`,
  },
  testimonials: {
    created: () => 'Testimonial created successfully',
    failed: (message) => message,
    saved: () => 'The testimonial will be created',
  },
};

/**
 * True when the person has nothing left to do: the addition is published, safe on this device or
 * discarded.
 */
export const isInGoodHands = ({ outcome }: Outcome) =>
  outcome !== 'refused' && outcome !== 'not-stored';

/** True when this device cannot use the creation's picture, so that another attempt is no use. */
export const isUnusable = (result: Outcome) =>
  result.outcome === 'refused' && result.attention.reason === 'file-lost';

/** The text for a creation that was not accepted. */
export function failureText(entity: CreatedEntity, result: Outcome): string | null {
  if (result.outcome === 'refused') return CREATION_TEXTS[entity].failed(result.attention.message);
  return result.outcome === 'not-stored' ? notStoredText(result) : null;
}

/** Announces the outcomes of one batch of additions; the same reason once. */
export function announceCreations(entity: CreatedEntity, results: readonly Outcome[]): void {
  const texts = CREATION_TEXTS[entity];
  const count = (outcome: Outcome['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;

  const done = count('done');
  const waiting = results.filter((result) => result.outcome === 'waiting');
  if (done > 0) void notify.success('Success', { description: texts.created(done) });
  const saved = `saved:${entity}`;
  const last = waiting.at(-1);
  if (last)
    void notify.info('Saved on this device', {
      id: saved,
      // The list's panel shows the waiting rows.
      duration: 3000,
      description: `${texts.saved(waiting.length)} ${laterText(last.cause)}`,
    });
  // Removes earlier messages about waiting rows.
  else notify.dismiss(saved);
  for (const description of new Set(results.map((result) => failureText(entity, result)))) {
    if (description !== null) void notify.error('Error', { description });
  }
}
