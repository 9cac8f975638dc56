import { ENTITY_NAMES } from '../../../src/core/domain/entities.ts';
import { waitingAdditions } from '../../../src/core/mutations/addition.ts';
import { readCrewPage } from '../../../src/core/waiting/crew-page.ts';
import { waitingDeletions } from '../../../src/core/mutations/deletion.ts';
import { listMyRequests, type AnsweredBooking } from '../../../src/core/waiting/my-requests.ts';
import {
  causeAmong,
  listDecided,
  readPending,
  visibleRows,
} from '../../../src/core/waiting/pending.ts';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { parseRow } from '../../../src/core/replica/parse-row.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import type { Database } from '../../../src/core/store/database.ts';
import type { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import type { StoredItem } from '../../releases/fixture.ts';

type Shown = NonNullable<StoredItem['shown']>;

/** A further answer names it, and no screen shows it. */
const withoutKnown = (booking: AnsweredBooking): object =>
  Object.fromEntries(Object.entries(booking).filter(([name]) => name !== 'known'));

/**
 * The view of each entry and receipt on the screen that shows it, by id: a visitor's, the user's and
 * the crew's. An answer or a setting of the office is shown with the booking's row as the lists show it.
 */
export async function shownOnDevice(
  db: Database,
  replica: ReplicaDatabase,
  userId: string,
  now: number,
): Promise<Map<string, Shown>> {
  const view = { now, isFlushing: false };
  const readView = async () => view;
  const shown = new Map<string, Shown>();
  const show = (screen: string, views: readonly { id: string }[]) => {
    for (const { id, ...rest } of views) shown.set(id, { screen, view: { ...rest } });
  };

  const { submissions, answers } = await listMyRequests(db, createQueue(db), readView);
  show(
    'My requests',
    submissions.map((card) => ({
      ...card,
      answers: card.answers && {
        ...withoutKnown(card.answers),
        visits: card.answers.visits.map(withoutKnown),
      },
    })),
  );
  show(
    'My requests: answers',
    answers.map((answer) => ({ id: answer.unsent.id, ...withoutKnown(answer) })),
  );

  show('decisions', await listDecided(db));
  const queue = createQueue(db, () => userId);
  const own = await queue.list();
  const causeOf = causeAmong(own, now);
  for (const entity of ENTITY_NAMES) {
    show(`${entity}: deletions`, waitingDeletions(own, entity, causeOf));
    show(`${entity}: additions`, waitingAdditions(own, entity, view, causeOf));
  }
  const pending = await readPending(db, userId, now);
  const stored = replica.keptRows.where('[table+id]').between(['bookings'], ['bookings', []]);
  const bookings = (await stored.toArray()).map(parseRow) as ReplicaRow<'bookings'>[];
  const rows = visibleRows(bookings, 'bookings', pending);
  for (const waiting of [pending.answers, pending.settings])
    show(
      'bookings: answers',
      [...waiting.values()].map(({ entry, ...rest }) => ({
        id: entry.id,
        row: rows.find(({ id }) => id === entry.bookingId),
        ...rest,
      })),
    );

  show('crew', (await readCrewPage(db, createQueue(db), now, readView)).reports);
  return shown;
}
