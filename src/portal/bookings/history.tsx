import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import { customerKeys, indexCustomers, type CustomerIndex } from '../../core/domain/history.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { FactLine } from '../list/facts.tsx';
import { useLists } from '../sync/use-lists.ts';
import { countText } from '../../ui/count-text.ts';

type Rows = readonly (ReplicaRow<'bookings'> | ReplicaRow<'contact_messages'>)[];

const indexes = new WeakMap<Rows, CustomerIndex<Rows[number]>>();

/** The customers of a list, found once for each of its states. */
function indexOf(rows: Rows): CustomerIndex<Rows[number]> {
  const known = indexes.get(rows) ?? indexCustomers(rows);
  indexes.set(rows, known);
  return known;
}

interface HistoryProps {
  row: ReplicaRow<'bookings'>;
}

/** A fact: the customer's earlier bookings and messages on this device, each as a link to its search. */
export function History({ row }: HistoryProps) {
  // Not `useList`, which would read the messages before the open list.
  const bookings = useLists(({ tables }) => tables.bookings);
  const messages = useLists(({ tables }) => tables.contact_messages);
  if (!bookings.isRead || !messages.isRead) return null;
  const { phone, email } = customerKeys(row);
  const earlierBy = (key: string) =>
    indexOf(bookings.rows)
      .get(key)
      ?.filter((other) => other.created_at < row.created_at).length ?? 0;
  const byPhone = earlierBy(phone);
  const byEmail = earlierBy(email);
  const sent = indexOf(messages.rows).get(email)?.length ?? 0;
  const earlier = Math.max(byPhone, byEmail);
  if (earlier + sent === 0) return null;
  return (
    <FactLine icon="clock" label="History">
      <span className="flex flex-wrap gap-x-4 text-sm">
        {earlier > 0 && (
          <HistoryLink
            path={`${ENTITIES.bookings.path}?view=received&`}
            query={byPhone > byEmail ? row.phone : row.email}
            text={`${countText(earlier)} earlier ${earlier === 1 ? 'booking' : 'bookings'}`}
            name={row.name}
          />
        )}
        {sent > 0 && (
          <HistoryLink
            path={`${ENTITIES.contact_messages.path}?`}
            query={row.email}
            text={`${countText(sent)} ${sent === 1 ? 'message' : 'messages'}`}
            name={row.name}
          />
        )}
      </span>
    </FactLine>
  );
}

interface HistoryLinkProps {
  /** The list, with the beginning of its query. */
  path: string;
  query: string;
  text: string;
  name: string;
}

const HistoryLink = ({ path, query, text, name }: HistoryLinkProps) => (
  <Link
    to={`${path}${new URLSearchParams({ q: query })}`}
    aria-label={`${text}: ${name}`}
    className="inline-flex min-h-6 items-center text-brand underline lg:min-h-5 underline-offset-4 pointer-coarse:min-h-11"
  >
    {text}
  </Link>
);
