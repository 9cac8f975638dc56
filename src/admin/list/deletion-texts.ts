import type { Entity } from '../../core/domain/entities.ts';

export interface DeletionTexts {
  /** Of the dialog that asks first. */
  title: string;
  question: (count: number) => string;
  deleted: (count: number) => string;
  /** Given what the server said. */
  failed: (message: string) => string;
  /** What a deletion that waits will do. */
  waiting: (count: number) => string;
}

const waiting = (item: string) => (count: number) => `${count} ${item}(s) will be deleted when the connection is back.`;

/** The lists of what visitors sent and of postings say it alike. */
const ofList = (item: string, items: string, title: string): DeletionTexts => ({
  title,
  question: (count) => `Are you sure you want to delete ${count} ${item}(s)? This action cannot be undone.`,
  deleted: (count) => `Deleted ${count} ${item}(s)`,
  failed: () => `Failed to delete ${items}`,
  waiting: waiting(item),
});

/** The managers of the site's content say it alike. */
const ofContent = (item: string): DeletionTexts => ({
  title: 'Are you sure?',
  question: (count) => `This will permanently delete ${count} ${item}(s). This action cannot be undone.`,
  deleted: (count) => `${count} ${item}(s) deleted successfully`,
  failed: (message) => message,
  waiting: waiting(item),
});

/** What a person reads about deleting from each list. */
export const DELETION_TEXTS: Record<Entity, DeletionTexts> = {
  bookings: ofList('booking', 'bookings', 'Delete Bookings'),
  careers: ofList('job posting', 'job postings', 'Delete Job Postings'),
  job_applications: {
    ...ofList('application', 'applications', 'Delete Applications'),
    question: (count) =>
      `Are you sure you want to delete ${count} application(s)? The associated resume files are deleted too. This action cannot be undone.`,
  },
  contact_messages: ofList('message', 'messages', 'Delete Messages'),
  gallery_images: ofContent('image'),
  testimonials: ofContent('testimonial'),
};
