import {
  FREQUENCIES,
  JOB_SIZES,
  PREFERRED_TIMES,
  SERVICE_TYPES,
} from '../../core/domain/booking-choices.ts';
import { bookingSchema, type Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { serviceNames } from '../../core/domain/named-services.ts';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { textResolver } from '../../ui/text-form.tsx';
import { AddDialog, type AddForm } from '../create/add-dialog.tsx';

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

const FORM: AddForm<typeof EMPTY, Booking> = {
  entity: 'bookings',
  empty: EMPTY,
  resolver: textResolver(bookingSchema),
  creationOf: (values) => ({ entity: 'bookings', values }),
  openLabel: 'New Booking',
  title: 'New Booking',
  description: 'From a call. The customer gets no mail until you answer the booking.',
  submitLabel: 'Add Booking',
  busyLabel: 'Adding...',
  Fields: ({ bind }) => (
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
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      <TextareaField {...bind('address')} label="Service Address" rows={3} required />
      <SelectField
        {...bind('service_type')}
        label="Service Type"
        placeholder="Select a service"
        options={SERVICE_TYPES}
        required
      />
      <SelectField
        {...bind('service')}
        label="Which service (optional)"
        placeholder="Not said"
        options={serviceNames()}
      />
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
      <TextField
        {...bind('preferred_date')}
        label="Preferred Date"
        type="date"
        max={LIMITS.bookingDate.latest}
        required
      />
      <SelectField
        {...bind('preferred_time')}
        label="Preferred Time"
        placeholder="Select a time"
        options={PREFERRED_TIMES}
        required
      />
      <TextareaField {...bind('notes')} label="Additional Notes" rows={3} />
    </>
  ),
};

/** Opens the form for a booking that a customer makes by phone. */
export const AddBooking = () => <AddDialog form={FORM} />;
