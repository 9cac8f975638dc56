import {
  CHANGE_RECEIPT_RETENTION_DAYS,
  DRAFT_RETENTION_DAYS,
  RECEIPT_RETENTION_DAYS,
  ROLE_BELIEVED_DAYS,
} from '../../core/domain/limits.ts';

interface StoredData {
  /** The data and its retention, as the privacy page words it. */
  text: string;
  /**
   * The place in the browser: `database/<name>/<store>`, with the key for the store of single
   * facts; `cache/<name>`; `local/<key>`; `session/<key>`. A `*` stands for a part that differs
   * between devices.
   */
  places: readonly string[];
}

/** A number of days in words. */
export const daysText = (days: number): string => (days === 1 ? 'a day' : `${days} days`);

/**
 * Everything that the site stores in a visitor's browser. A browser test checks that the list is
 * complete and has no extra entry.
 */
export const STORED_FOR_VISITORS: readonly StoredData[] = [
  {
    text: 'A request that waits to be sent, with its file, and your answer to a booking, until it has reached us or you discard it.',
    places: ['database/cleaning/entries', 'database/cleaning/files'],
  },
  {
    text: `After that a receipt: its reference, what it was, when, and whether our office was alerted; of a booking, also its service, its day, and the last answer that this device read, with our text to you. A booking that you store from a link has the same. Nothing else of what you wrote. It is removed after ${daysText(RECEIPT_RETENTION_DAYS)}, a booking’s once its day has passed if that is later, or when you clear it.`,
    places: ['database/cleaning/receipts'],
  },
  {
    text: `What you typed into a form and did not send, and a file you picked there, for ${daysText(DRAFT_RETENTION_DAYS)}, or until you clear it.`,
    places: ['database/cleaning/drafts', 'database/cleaning/draftFiles'],
  },
  {
    text: 'Your name, phone, email and address, if you ticked “Remember me on this device”, until you forget them in My requests.',
    places: ['database/cleaning/facts/details'],
  },
  {
    text: 'Your wish to be told when a waiting request is sent, until you are told.',
    places: ['database/cleaning/facts/tell:*'],
  },
  {
    text: 'Copies of the pages, the pictures, and the lists of our work, reviews and open positions, with when each picture was last shown.',
    places: [
      'cache/workbox-precache-*',
      'cache/site-pictures-v1',
      'cache/public-reads-v1',
      'cache/public-pictures-v1',
      'database/workbox-expiration/cache-entries',
    ],
  },
  {
    text: 'A random number that tells whether the browser emptied its storage, and when it did, until you have read that. It is never sent.',
    places: [
      'database/cleaning/facts/install-id',
      'local/install-id',
      'database/cleaning/facts/loss',
    ],
  },
  {
    text: 'When you said no to installing the site as an app, so that you are not asked again.',
    places: ['local/install-dismissed-site'],
  },
  {
    text: 'When a page was loaded again because a part of it was missing, until you close its tab.',
    places: ['session/reloaded-for-missing-files'],
  },
];

/** Everything that the portal stores besides in a signed-in user's browser. */
export const STORED_FOR_STAFF: readonly StoredData[] = [
  {
    text: `For our staff: the sign-in, the lists they work with, and what they typed into a form and did not send, until they sign out; without a connection the lists for ${daysText(ROLE_BELIEVED_DAYS)}.`,
    places: [
      'database/cleaning/session',
      'database/cleaning/replicas',
      'database/cleaning/portalFacts',
      'database/replica-*',
    ],
  },
  {
    text: `For our staff: what they add or delete, until it has reached us, and what became of it, for ${daysText(CHANGE_RECEIPT_RETENTION_DAYS)} or until they sign out.`,
    places: ['database/cleaning/entries', 'database/cleaning/files', 'database/cleaning/receipts'],
  },
  {
    text: 'For our staff: the pages of the portal, the view of the bookings that they chose last, and when they said no to installing it.',
    places: ['cache/portal-v1', 'local/bookings-view', 'local/install-dismissed-portal'],
  },
];
