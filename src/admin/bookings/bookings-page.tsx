import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen } from '../list/list-screen.ts';
import { searchable } from '../list/use-search.ts';
import { BookingCard } from './booking-card.tsx';
import { wordsOf } from './words-of.ts';

const BOOKINGS: ListScreen<'bookings'> = {
  entity: 'bookings',
  title: 'Bookings',
  subtitle: 'Manage customer service bookings',
  empty: 'No bookings yet',
  fetchFailed: 'Failed to fetch bookings',
  searchLabel: 'Search bookings',
  searchText: ({ id, name, phone, email, address, service_type, preferred_date, preferred_time, status, notes }) =>
    searchable(
      ...[referenceOf(id), name, phone, email, address, preferred_date, status, notes],
      wordsOf(SERVICE_TYPES, service_type),
      wordsOf(PREFERRED_TIMES, preferred_time),
    ),
  nameOf: ({ name }) => `the booking of ${name}`,
  Card: BookingCard,
};

export default function BookingsPage() {
  return <EntityListPage screen={BOOKINGS} />;
}
