import { format } from 'date-fns';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import type { Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { CharacterCount } from '../forms/character-count.tsx';

/** Every field in the order of the form, empty. */
export const EMPTY_BOOKING = {
  name: '',
  phone: '',
  email: '',
  address: '',
  service_type: '',
  preferred_date: '',
  preferred_time: '',
  notes: '',
} satisfies Record<keyof Booking, string>;

export type BookingValues = typeof EMPTY_BOOKING;
type FieldName = keyof BookingValues;

export const FIELD_NAMES = Object.keys(EMPTY_BOOKING) as FieldName[];
export const fieldId = (name: FieldName) => `booking-${name}`;

function Group({ title, disabled, children }: { title: string; disabled: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5 sm:grid-cols-2">
      <legend className="mb-4 text-xl font-bold text-heading">{title}</legend>
      {children}
    </fieldset>
  );
}

interface BookingFieldsProps {
  form: UseFormReturn<BookingValues, unknown, Booking>;
  disabled: boolean;
}

export function BookingFields({ form, disabled }: BookingFieldsProps) {
  const field = (name: FieldName) => ({
    ...form.register(name),
    id: fieldId(name),
    error: form.formState.errors[name]?.message,
  });

  return (
    <>
      <Group title="Your details" disabled={disabled}>
        <TextField {...field('name')} label="Full Name" autoComplete="name" required />
        <TextField {...field('phone')} label="Phone Number" type="tel" inputMode="tel" autoComplete="tel" required />
        <div className="sm:col-span-2">
          <TextField {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" required />
        </div>
      </Group>
      <Group title="The cleaning" disabled={disabled}>
        <div className="sm:col-span-2">
          <TextareaField {...field('address')} label="Service Address" rows={3} autoComplete="street-address" required />
        </div>
        <div className="sm:col-span-2">
          <SelectField
            {...field('service_type')}
            label="Service Type"
            placeholder="Select a service"
            options={SERVICE_TYPES}
            required
          />
        </div>
        <TextField {...field('preferred_date')} label="Preferred Date" type="date" min={format(new Date(), 'yyyy-MM-dd')} required />
        <SelectField
          {...field('preferred_time')}
          label="Preferred Time"
          placeholder="Select a time"
          options={PREFERRED_TIMES}
          required
        />
        <div className="sm:col-span-2">
          <TextareaField
            {...field('notes')}
            label="Additional Notes"
            rows={4}
            hint={
              <>
                Optional. <CharacterCount control={form.control} name="notes" max={LIMITS.notes.max} />
              </>
            }
          />
        </div>
      </Group>
    </>
  );
}
