import type { ReactElement } from 'react';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import type { Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { COMPANY } from '../content/company.ts';
import { EmailField, PhoneField } from '../forms/contact-details.tsx';
import type { Bind } from '../forms/form-shell.tsx';
import type { Elements } from '../../ui/elements.ts';

export const EMPTY_BOOKING = {
  name: '',
  phone: '',
  email: '',
  address: '',
  service_type: '',
  preferred_date: '',
  preferred_time: '',
  notes: '',
  /** The service named by the link; it is sent as the first line of the notes. */
  service_name: '',
} satisfies Record<keyof Booking | 'service_name', string>;

export type BookingValues = typeof EMPTY_BOOKING;

interface GroupProps {
  title: string;
  disabled: boolean;
  children: Elements;
}

function Group({ title, disabled, children }: GroupProps) {
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5 sm:grid-cols-2">
      <legend className="mb-4 text-xl font-bold text-heading">{title}</legend>
      {children}
    </fieldset>
  );
}

interface BookingFieldsProps {
  bind: Bind<keyof BookingValues>;
  disabled: boolean;
  /** The first day to offer, `YYYY-MM-DD`. */
  earliest?: string;
  /** A hint below the choice of the service. */
  serviceHint?: ReactElement | undefined;
  /** The service named by the link. */
  chosenService?: Elements;
  notesCount: Elements;
}

export function BookingFields({
  bind,
  disabled,
  earliest,
  serviceHint,
  chosenService,
  notesCount,
}: BookingFieldsProps) {
  return (
    <>
      <Group title="Your details" disabled={disabled}>
        <TextField {...bind('name')} label="Full Name" autoComplete="name" required />
        <PhoneField {...bind('phone')} label="Phone Number" />
        <div className="sm:col-span-2">
          <EmailField {...bind('email')} />
        </div>
      </Group>
      <Group title="The cleaning" disabled={disabled}>
        <div className="sm:col-span-2">
          <TextareaField
            {...bind('address')}
            label="Service Address"
            rows={3}
            autoComplete="street-address"
            required
          />
        </div>
        <div className="sm:col-span-2">
          <SelectField
            {...bind('service_type')}
            label="Service Type"
            placeholder="Select a service"
            options={SERVICE_TYPES}
            hint={serviceHint}
            required
          />
        </div>
        <TextField
          {...bind('preferred_date')}
          label="Preferred Date"
          type="date"
          min={earliest}
          max={LIMITS.bookingDate.latest}
          required
        />
        <SelectField
          {...bind('preferred_time')}
          label="Preferred Time"
          placeholder="Select a time"
          options={PREFERRED_TIMES}
          hint={COMPANY.hours.visits}
          required
        />
        {chosenService}
        <div className="sm:col-span-2">
          <TextareaField
            {...bind('notes')}
            label="Additional Notes"
            rows={4}
            hint={<span>Optional. {notesCount}</span>}
          />
        </div>
      </Group>
    </>
  );
}
