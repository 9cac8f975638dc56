import type { Creation } from '../../core/domain/creation.ts';

interface CreationTexts {
  created: string;
  /** Given what the server said. */
  failed: (message: string) => string;
}

const inItsWords = (message: string) => message;

/** What a person reads about adding to each list. */
export const CREATION_TEXTS: Record<Creation['entity'], CreationTexts> = {
  careers: { created: 'Job posting created successfully', failed: () => 'Failed to create job posting' },
  gallery_images: { created: '1 image(s) uploaded successfully', failed: inItsWords },
  testimonials: { created: 'Testimonial created successfully', failed: inItsWords },
};
