import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { BOOKING_STATUSES } from '../../core/domain/answers.ts';
import {
  BOOKING_FILTERS,
  bookingMatcher,
  NOBODY,
  type BookingFilter,
  type BookingGroup,
} from '../../core/domain/booking-filter.ts';
import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { askOf, isVisit } from '../../core/domain/visits.ts';
import { TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { ListFilter } from '../list/list-screen.ts';
import { useListParams, useTypedParam } from '../list/list-address.ts';
import { useTeamNames } from '../team/use-team.ts';

const STATUSES = {
  '': 'Any status',
  ...Object.fromEntries(BOOKING_STATUSES.map((status) => [status, status])),
};
const GROUPS: Readonly<Record<'' | BookingGroup, string>> = {
  '': 'Any',
  made: 'Without regular visits',
  visits: 'Regular visits',
  asked: 'Asks for another day',
};
const SERVICES = { '': 'Any service', ...SERVICE_TYPES };

/** Narrows the bookings by status, service, people who go, and preferred date. */
function BookingFilterFields() {
  const [params, change] = useListParams();
  const [from, setFrom] = useTypedParam('from');
  const [to, setTo] = useTypedParam('to');
  const names = useTeamNames();
  const people = { '': 'Anybody', [NOBODY]: 'Nobody yet', ...Object.fromEntries(names) };
  const select = (name: (typeof BOOKING_FILTERS)[number]) => ({
    id: `filter-${name}`,
    value: params.get(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4 min-[30rem]:grid-cols-2 wide:grid-cols-3 desk:grid-cols-6">
      <SelectField label="Status" options={STATUSES} {...select('status')} />
      <SelectField label="Service" options={SERVICES} {...select('service')} />
      <SelectField label="Which bookings" options={GROUPS} {...select('only')} />
      <SelectField label="Who goes" options={people} {...select('who')} />
      <TextField
        id="filter-from"
        label="Date from"
        type="date"
        max={to || undefined}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        id="filter-to"
        label="Date to"
        type="date"
        min={from || undefined}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
    </div>
  );
}

const groupsOf = (row: ReplicaRow<'bookings'>): BookingGroup[] => [
  isVisit(row) ? 'visits' : 'made',
  ...(askOf(row) ? (['asked'] as const) : []),
];

export const BOOKING_FILTER: ListFilter<ReplicaRow<'bookings'>> = {
  params: BOOKING_FILTERS,
  matcherOf: (params) => {
    const values = BOOKING_FILTERS.map((name) => [name, params.get(name) ?? '']);
    const matches = bookingMatcher(Object.fromEntries(values) as BookingFilter);
    return (
      matches &&
      ((row) =>
        matches({
          status: row.status,
          service: row.service_type,
          groups: groupsOf(row),
          crew: row.crew,
          day: row.preferred_date,
        }))
    );
  },
  Fields: BookingFilterFields,
};
