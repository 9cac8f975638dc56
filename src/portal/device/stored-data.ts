import { CHANGE_RECEIPT_RETENTION_DAYS, ROLE_BELIEVED_DAYS } from '../../core/domain/limits.ts';
import type { StoredData } from '../../runtime/storage.ts';

/**
 * Everything that the portal stores in a signed-in user's browser, beside the visitors' data. A
 * browser test checks that the list is complete and has no extra entry.
 */
export const STORED_FOR_STAFF: readonly StoredData[] = [
  {
    text: `Your sign-in, the lists you work with, and what you typed and have not sent, until you sign out. Offline the lists stay for ${ROLE_BELIEVED_DAYS} days.`,
    places: [
      'database/cleaning/session',
      'database/cleaning/replicas',
      'database/cleaning/portalFacts',
      'database/replica-*',
    ],
  },
  {
    text: `What you add or delete, until it has reached the server, and its result for ${CHANGE_RECEIPT_RETENTION_DAYS * 24} hours or until you sign out.`,
    places: ['database/cleaning/entries', 'database/cleaning/files', 'database/cleaning/receipts'],
  },
  {
    text: 'The pages of the portal, the view of the bookings that you chose last, and that you said no to installing it.',
    places: ['cache/portal-v1', 'local/bookings-view', 'local/install-dismissed-portal'],
  },
];
