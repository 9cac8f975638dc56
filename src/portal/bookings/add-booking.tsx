import { use } from 'react';
import { useWatch } from 'react-hook-form';
import {
  FREQUENCIES,
  JOB_SIZES,
  SERVICE_TYPES,
  type ServiceType,
} from '../../core/domain/booking-choices.ts';
import type { Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { serviceNames } from '../../core/domain/named-services.ts';
import { officeBookingSchema } from '../../core/domain/office-booking.ts';
import { firstDay, timesOn, visitFault } from '../../core/domain/visit-times.ts';
import { officeTime } from '../sync/clock.ts';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { textResolver, useRecheck } from '../../ui/text-form.tsx';
import { AddDialog, type AddForm, type FieldsProps } from '../create/add-dialog.tsx';
import { CompanyContext } from '../layout/company.ts';
import { noVisitHint } from '../booking/no-visit-hint.tsx';

const EMPTY = {
  name: '',
  phone: '',
  email: '',
  address: '',
  service_type: '',
  service: '',
  size: '',
  frequency: '',
  preferred_date: '',
  preferred_time: '',
  notes: '',
} satisfies Record<keyof Booking, string>;

/** A booking whose visit is not over. Entries on the device are not checked again. */
const comingSchema = officeBookingSchema.check((context) => {
  const fault = visitFault(context.value, officeTime());
  if (fault)
    context.issues.push({
      code: 'custom',
      message: fault.message,
      path: [fault.field],
      input: context.value,
    });
});

/** The services of the chosen type. */
function ServiceField({ bind, form }: FieldsProps<typeof EMPTY, Booking>) {
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

/** The day and the times of it that are not over, and whether nobody comes on the day. */
function VisitFields({ bind, form }: FieldsProps<typeof EMPTY, Booking>) {
  const { hours } = use(CompanyContext);
  const day = useWatch({ control: form.control, name: 'preferred_date' });
  useRecheck(form, 'preferred_time', day);
  const now = officeTime();
  return (
    <>
      <TextField
        {...bind('preferred_date')}
        label="Preferred Date"
        type="date"
        min={firstDay(now)}
        max={LIMITS.bookingDate.latest}
        hint={noVisitHint(day, hours)}
        required
      />
      <SelectField
        {...bind('preferred_time')}
        {...timesOn(day, now)}
        label="Preferred Time"
        placeholder="Select a time"
        required
      />
    </>
  );
}

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
  Fields: ({ bind, form }) => (
    <>
      <TextField {...bind('name')} label="Full Name" autoComplete="off" required />
      <TextField
        {...bind('phone')}
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
      />
      <TextField
        {...bind('email')}
        label="Email (optional)"
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <TextareaField {...bind('address')} label="Service Address" rows={3} required />
      <SelectField
        {...bind('service_type')}
        label="Service Type"
        placeholder="Select a service"
        options={SERVICE_TYPES}
        required
      />
      <ServiceField bind={bind} form={form} />
      <SelectField
        {...bind('size')}
        label="Size (optional)"
        placeholder="Not said"
        options={JOB_SIZES}
      />
      <SelectField
        {...bind('frequency')}
        label="How often (optional)"
        placeholder="Not said"
        options={FREQUENCIES}
      />
      <VisitFields bind={bind} form={form} />
      <TextareaField {...bind('notes')} label="Additional Notes (optional)" rows={3} />
    </>
  ),
};

/** Opens the form for a booking that a customer makes by phone. */
export const AddBooking = () => <AddDialog form={FORM} />;
