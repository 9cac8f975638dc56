import { DRAFT_RETENTION_DAYS, RECEIPT_RETENTION_DAYS } from '../../core/domain/limits.ts';
import type { StoredData } from '../../runtime/storage.ts';

export const daysText = (days: number): string => (days === 1 ? 'a day' : `${days} days`);

/**
 * Everything that the site stores in a visitor's browser. A browser test checks that the list is
 * complete and has no extra entry.
 */
export const STORED_FOR_VISITORS: readonly StoredData[] = [
  {
    text: 'A request that is still to be sent, with its file, and your answer to a booking, until it has reached us or you delete it.',
    places: ['database/cleaning/entries', 'database/cleaning/files'],
  },
  {
    text: `After that its reference, its kind, when you sent it, and whether our office was told; for a booking, also one that you keep from a link, the service, the day, the price, your coming visits, our last answers, and whether you want a notification. It is removed after ${daysText(RECEIPT_RETENTION_DAYS)}, a booking’s not before its last visit, or when you clear it.`,
    places: ['database/cleaning/receipts'],
  },
  {
    text: `What you typed into a form and have not sent, with a file you chose, for ${daysText(DRAFT_RETENTION_DAYS)}, or until you clear it.`,
    places: ['database/cleaning/forms', 'database/cleaning/formFiles'],
  },
  {
    text: 'Your name, phone, email and address, if you ticked “Remember me on this device”, until you delete them in My requests.',
    places: ['database/cleaning/facts/details'],
  },
  {
    text: 'That you want a notification when a request is sent, until you get it.',
    places: ['database/cleaning/facts/tell:*'],
  },
  {
    text: 'The last notification about each booking, so that no older one replaces it, until another comes two days later or you end those of your last booking.',
    places: ['database/cleaning/facts/push:*'],
  },
  {
    text: 'Copies of our pages, pictures, reviews and open positions, to open offline.',
    places: [
      'cache/workbox-precache-*',
      'cache/site-pictures-v1',
      'cache/public-reads-v1',
      'cache/public-pictures-v1',
      'database/workbox-expiration/cache-entries',
    ],
  },
  {
    text: 'A random number, never sent, that shows whether the browser has deleted what we kept.',
    places: [
      'database/cleaning/facts/install-id',
      'local/install-id',
      'database/cleaning/facts/loss',
    ],
  },
  {
    text: 'That you said no to installing the site as an app.',
    places: ['local/install-dismissed-site'],
  },
  {
    text: 'The number of a booking that you opened by a link in our email, until you close its tab.',
    places: ['session/linked-request'],
  },
  {
    text: 'That a page had to be loaded twice, until you close its tab.',
    places: ['session/reloaded-for-missing-files'],
  },
];
