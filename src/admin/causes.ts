import type { RetryReason } from '../core/domain/reasons.ts';

/** Why our server gave no answer, and what to do. */
export const CAUSES: Record<RetryReason, string> = {
  offline: 'There is no connection. Please check yours and try again.',
  'not-our-server':
    'This network is answering in place of our server. Open its sign-in page, or use another network, and try again.',
  'rate-limited': 'Too many attempts. Please wait a few minutes and try again.',
  server: 'Our server is having trouble. Please try again in a minute.',
};
