import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import {
  historyOf,
  indexCustomers,
  type CustomerHistory,
  type CustomerIndex,
  type Found,
} from '../../core/domain/history.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { FactLine } from '../list/facts.tsx';
import { useLists } from '../sync/use-lists.ts';
import { countText } from '../../ui/count-text.ts';

type Booking = ReplicaRow<'bookings'>;
type Rows = readonly (Booking | ReplicaRow<'contact_messages'>)[];

const indexes = new WeakMap<Rows, CustomerIndex<Rows[number]>>();

/** The customers of a list without visits of series, found once for each of its states. */
function indexOf(rows: Rows): CustomerIndex<Rows[number]> {
  const known = indexes.get(rows) ?? indexCustomers(rows.filter((row) => !isVisit(row)));
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

const SAME = { number: 'Same number', email: 'Same email' } as const;

/** The numbers of rows under the customer's name and under other names, as a text; null for none. */
function foundText({ same, other }: Found, one: string, by: CustomerHistory['by']): string | null {
  const counted = (count: number) => `${countText(count)} ${one}${count === 1 ? '' : 's'}`;
  if (other === 0) return same === 0 ? null : counted(same);
  const others = `${SAME[by].toLowerCase()}, other name: ${countText(other)}`;
  return same === 0 ? `${SAME[by]}, other name: ${counted(other)}` : `${counted(same)}; ${others}`;
}

const bookingsText = ({ bookings, by }: CustomerHistory) =>
  foundText(bookings, 'earlier booking', by);

const messagesText = ({ messages }: CustomerHistory) => foundText(messages, 'message', 'email');

const bookingsSearch = ({ query }: CustomerHistory) =>
  `${ENTITIES.bookings.path}?${new URLSearchParams({ view: 'received', only: 'made', q: query })}`;

const messagesSearch = ({ mailbox }: CustomerHistory) =>
  `${ENTITIES.contact_messages.path}?${new URLSearchParams({ q: mailbox })}`;

interface HistoryProps {
  row: Booking;
}

interface HistoryFactProps extends HistoryProps {
  /** Another fact begins its line on a desktop screen. */
  isBeside?: boolean;
}

/** A fact: the customer's earlier bookings and messages on this device, each a link to its search. */
export function History({ row, isBeside = false }: HistoryFactProps) {
  const history = useHistory(row);
  if (!history) return null;
  const [earlier, messages] = [bookingsText(history), messagesText(history)];
  return (
    <FactLine
      icon="clock"
      label="History"
      className={isBeside ? 'desk:col-span-2 desk:col-start-2' : 'desk:col-span-full'}
    >
      <span className="flex flex-wrap gap-x-4 text-sm pointer-coarse:gap-y-6">
        {earlier && <HistoryLink to={bookingsSearch(history)} text={earlier} name={row.name} />}
        {messages && <HistoryLink to={messagesSearch(history)} text={messages} name={row.name} />}
      </span>
    </FactLine>
  );
}

/** The same in one link, for a card with little room. */
export function BriefHistory({ row }: HistoryProps) {
  const history = useHistory(row);
  if (!history) return null;
  const [earlier, messages] = [bookingsText(history), messagesText(history)];
  return (
    <HistoryLink
      to={earlier ? bookingsSearch(history) : messagesSearch(history)}
      text={[earlier, messages].filter(Boolean).join(', ')}
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
    className="inline-flex min-h-6 items-center text-brand underline underline-offset-4 wide:min-h-5 pointer-coarse:-my-3 pointer-coarse:min-h-11"
  >
    {text}
  </Link>
);
