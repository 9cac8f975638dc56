import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import {
  historyOf,
  indexCustomers,
  type CustomerHistory,
  type CustomerIndex,
} from '../../core/domain/history.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { FactLine } from '../list/facts.tsx';
import { useLists } from '../sync/use-lists.ts';
import { countText } from '../../ui/count-text.ts';

type Booking = ReplicaRow<'bookings'>;
type Rows = readonly (Booking | ReplicaRow<'contact_messages'>)[];

const indexes = new WeakMap<Rows, CustomerIndex<Rows[number]>>();

/** The customers of a list, found once for each of its states. */
function indexOf(rows: Rows): CustomerIndex<Rows[number]> {
  const known = indexes.get(rows) ?? indexCustomers(rows);
  indexes.set(rows, known);
  return known;
}

/** The customer's history on this device; null without one, and before both lists are read. */
function useHistory(booking: Booking): CustomerHistory | null {
  // Not `useList`, which would read the messages before the open list.
  const bookings = useLists(({ tables }) => tables.bookings);
  const messages = useLists(({ tables }) => tables.contact_messages);
  return bookings.isRead && messages.isRead
    ? historyOf(booking, indexOf(bookings.rows), indexOf(messages.rows))
    : null;
}

const earlierText = ({ earlier }: CustomerHistory) =>
  `${countText(earlier)} earlier ${earlier === 1 ? 'booking' : 'bookings'}`;

const messagesText = ({ messages }: CustomerHistory) =>
  `${countText(messages)} ${messages === 1 ? 'message' : 'messages'}`;

const bookingsSearch = ({ query }: CustomerHistory) =>
  `${ENTITIES.bookings.path}?${new URLSearchParams({ view: 'received', q: query })}`;

const messagesSearch = ({ email }: Booking) =>
  `${ENTITIES.contact_messages.path}?${new URLSearchParams({ q: email })}`;

interface HistoryProps {
  row: Booking;
}

/** A fact: the customer's earlier bookings and messages on this device, each as a link to its search. */
export function History({ row }: HistoryProps) {
  const history = useHistory(row);
  if (!history) return null;
  return (
    <FactLine icon="clock" label="History" className="desk:col-span-full">
      <span className="flex flex-wrap gap-x-4 text-sm pointer-coarse:gap-y-6">
        {history.earlier > 0 && (
          <HistoryLink to={bookingsSearch(history)} text={earlierText(history)} name={row.name} />
        )}
        {history.messages > 0 && (
          <HistoryLink to={messagesSearch(row)} text={messagesText(history)} name={row.name} />
        )}
      </span>
    </FactLine>
  );
}

/** The same in one link, for a card with little room. */
export function BriefHistory({ row }: HistoryProps) {
  const history = useHistory(row);
  if (!history) return null;
  const texts = [
    ...(history.earlier > 0 ? [earlierText(history)] : []),
    ...(history.messages > 0 ? [messagesText(history)] : []),
  ];
  return (
    <HistoryLink
      to={history.earlier > 0 ? bookingsSearch(history) : messagesSearch(row)}
      text={texts.join(', ')}
      name={row.name}
    />
  );
}

interface HistoryLinkProps {
  to: string;
  text: string;
  name: string;
}

/** A finger's height in a line's room. */
const HistoryLink = ({ to, text, name }: HistoryLinkProps) => (
  <Link
    to={to}
    aria-label={`${text}: ${name}`}
    className="inline-flex min-h-6 items-center text-brand underline underline-offset-4 lg:min-h-5 pointer-coarse:-my-3 pointer-coarse:min-h-11"
  >
    {text}
  </Link>
);
