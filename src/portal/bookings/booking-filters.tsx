import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { BOOKING_STATUSES } from '../../core/domain/booking-events.ts';
import { BOOKING_FILTERS, bookingMatcher } from '../../core/domain/booking-filter.ts';
import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { ListFilter } from '../list/list-screen.ts';
import { useListParams, useTypedParam } from '../list/list-address.ts';

const STATUSES = {
  '': 'Any status',
  ...Object.fromEntries(BOOKING_STATUSES.map((status) => [status, status])),
};
const SERVICES = { '': 'Any service', ...SERVICE_TYPES };

/** Narrows the bookings by status, service and preferred date. */
function BookingFilterFields() {
  const [params, change] = useListParams();
  const [from, setFrom] = useTypedParam('from');
  const [to, setTo] = useTypedParam('to');
  const select = (name: (typeof BOOKING_FILTERS)[number]) => ({
    id: `filter-${name}`,
    value: params.get(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4 min-[30rem]:grid-cols-2 lg:grid-cols-4">
      <SelectField label="Status" options={STATUSES} {...select('status')} />
      <SelectField label="Service" options={SERVICES} {...select('service')} />
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

export const BOOKING_FILTER: ListFilter<ReplicaRow<'bookings'>> = {
  params: BOOKING_FILTERS,
  matcherOf: (params) => {
    const [status = '', service = '', from = '', to = ''] = BOOKING_FILTERS.map(
      (name) => params.get(name) ?? '',
    );
    const matches = bookingMatcher({ status, service, from, to });
    return (
      matches &&
      (({ status, service_type: service, preferred_date: day }) =>
        matches({ status, service, day }))
    );
  },
  Fields: BookingFilterFields,
};
