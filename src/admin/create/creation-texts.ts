import type { Creation } from '../../core/domain/creation.ts';

interface CreationTexts {
  created: (count: number) => string;
  /** Given what the server said. */
  failed: (message: string) => string;
  /** It waits on this device, for a connection or because the upload takes long. */
  saved: (count: number) => string;
}

/** What a person reads about adding to each list. */
export const CREATION_TEXTS: Record<Creation['entity'], CreationTexts> = {
  careers: {
    created: () => 'Job posting created successfully',
    failed: () => 'Failed to create job posting',
    saved: () => 'The job posting is published as soon as the connection allows.',
  },
  gallery_images: {
    created: (count) => `${count} image(s) uploaded successfully`,
    failed: (message) => message,
    saved: (count) => `${count} image(s) will be uploaded as soon as the connection allows.`,
  },
  testimonials: {
    created: () => 'Testimonial created successfully',
    failed: (message) => message,
    saved: () => 'The testimonial is published as soon as the connection allows.',
  },
};
