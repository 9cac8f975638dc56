import type { StoredData } from '../runtime/storage.ts';

/**
 * Everything that the crew's page stores in a phone's browser, beside the visitors' data. A browser
 * test checks that the list is complete and has no extra entry.
 */
export const STORED_FOR_CREW: readonly StoredData[] = [
  {
    text: 'Your name, the key of this phone, and what you typed and have not sent.',
    places: ['database/cleaning/crew'],
  },
  {
    text: 'Your reports: their photos until they are sent, their texts until their day is over too.',
    places: ['database/cleaning/entries', 'database/cleaning/files', 'database/cleaning/receipts'],
  },
  {
    text: 'This page, so that it opens without a connection, the last notification, and that you said no to the home screen.',
    places: ['cache/crew-v1', 'database/cleaning/facts/push:*', 'local/install-dismissed-crew'],
  },
];
