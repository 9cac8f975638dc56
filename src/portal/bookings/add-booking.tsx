import { use } from 'react';
import { useWatch } from 'react-hook-form';
import type { ServiceType } from '../../core/domain/booking-choices.ts';
import {
  BOOKING_FIELD_NAMES,
  BOOKING_FIELDS,
  emptyBooking,
  type BookingFieldName,
} from '../../core/domain/booking-fields.ts';
import type { Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { serviceNames } from '../../core/domain/named-services.ts';
import { officeBookingSchema } from '../../core/domain/office-booking.ts';
import { bookedVisit, VISIT_COLUMNS } from '../../core/domain/visit.ts';
import { firstDay, timesOn, visitFault } from '../../core/domain/visit-times.ts';
import { officeTime } from '../sync/clock.ts';
import { DescribedField } from '../../ui/described-field.tsx';
import type { Elements } from '../../ui/elements.ts';
import { TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { textResolver, useRecheck } from '../../ui/text-form.tsx';
import { AddDialog, type AddForm, type FieldsProps } from '../create/add-dialog.tsx';
import { CompanyContext } from '../layout/company.ts';
import { noVisitHint } from '../booking/no-visit-hint.tsx';

const EMPTY = emptyBooking();

type Fields = FieldsProps<typeof EMPTY, Booking>;

/** A booking whose visit is not over. Entries on the device are not checked again. */
const comingSchema = officeBookingSchema.check((context) => {
  const fault = visitFault(bookedVisit(context.value), officeTime());
  if (fault)
    context.issues.push({
      code: 'custom',
      message: fault.message,
      path: [VISIT_COLUMNS[fault.field]],
      input: context.value,
    });
});

/** The services of the chosen type. */
function ServiceField({ bind, form }: Fields) {
  // The select offers nothing else.
  const type = useWatch({ control: form.control, name: 'service_type' }) as ServiceType | '';
  return (
    // A select of its own for other choices: the form writes its value into it anew.
    <SelectField
      key={type}
      {...bind('service')}
      label="Which service (optional)"
      placeholder="Not said"
      options={serviceNames(type)}
    />
  );
}

/** The day, and whether nobody comes on it. */
function DayField({ bind, form }: Fields) {
  const { hours } = use(CompanyContext);
  const day = useWatch({ control: form.control, name: 'preferred_date' });
  return (
    <TextField
      {...bind('preferred_date')}
      label="Preferred Date"
      type="date"
      min={firstDay(officeTime())}
      max={LIMITS.bookingDate.latest}
      hint={noVisitHint(day, hours)}
      required
    />
  );
}

/** The times of the chosen day that are not over. */
function TimeField({ bind, form }: Fields) {
  const day = useWatch({ control: form.control, name: 'preferred_date' });
  useRecheck(form, 'preferred_time', day);
  return (
    <SelectField
      {...bind('preferred_time')}
      {...timesOn(day, officeTime())}
      label="Preferred Time"
      placeholder="Select a time"
      required
    />
  );
}

/** The fields that need more than their description. */
const OWN_FIELDS: Partial<Record<BookingFieldName, (fields: Fields) => Elements>> = {
  name: ({ bind }) => <TextField {...bind('name')} label="Full Name" autoComplete="off" required />,
  phone: ({ bind }) => (
    <TextField
      {...bind('phone')}
      label="Phone Number"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      required
    />
  ),
  email: ({ bind }) => (
    <TextField
      {...bind('email')}
      label="Email (optional)"
      type="email"
      inputMode="email"
      autoComplete="off"
    />
  ),
  service: ServiceField,
  preferred_date: DayField,
  preferred_time: TimeField,
};

const FORM: AddForm<typeof EMPTY, Booking> = {
  entity: 'bookings',
  empty: EMPTY,
  resolver: textResolver(comingSchema),
  creationOf: (values) => ({ entity: 'bookings', values }),
  openLabel: 'New Booking',
  title: 'New Booking',
  description:
    'From a call. The customer gets no mail until you answer the booking, and none at all without an email address. Fields are required unless they say optional.',
  submitLabel: 'Add Booking',
  busyLabel: 'Adding...',
  Fields: ({ bind, form }) =>
    BOOKING_FIELD_NAMES.map((name) => {
      const Own = OWN_FIELDS[name];
      return Own ? (
        <Own key={name} bind={bind} form={form} />
      ) : (
        <DescribedField
          key={name}
          {...bind(name)}
          field={BOOKING_FIELDS[name]}
          placeholder={name === 'service_type' ? 'Select a service' : 'Not said'}
        />
      );
    }),
};

/** Opens the form for a booking that a customer makes by phone. */
export const AddBooking = () => <AddDialog form={FORM} />;
