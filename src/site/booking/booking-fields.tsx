import type { ComponentPropsWithRef, ReactNode } from 'react';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/choices/booking-choices.ts';
import type { Booking } from '../../core/domain/booking.ts';
import { SelectField } from '../../ui/select/select-field.tsx';
import { TextareaField, TextField } from '../../ui/form-shell/fields.tsx';
import { VISITS } from '../content/visits/visit-facts.ts';
import type { Bind } from '../form-shell/form-shell.tsx';

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

/** Said by the button that sends. */
export const KEPT_OFFLINE = 'Without a connection, your request is kept on this device and sent as soon as there is one.';

interface GroupProps {
  title: string;
  /** Stands beside the title, and takes no room of its own. */
  action?: ReactNode;
  disabled: boolean;
  children: ReactNode;
}

function Group({ title, action, disabled, children }: GroupProps) {
  return (
    <fieldset disabled={disabled} className="relative grid min-w-0 gap-5 sm:grid-cols-2">
      <legend className="mb-4 text-xl font-bold text-heading">{title}</legend>
      {action && <div className="absolute right-0 bottom-full mb-3">{action}</div>}
      {children}
    </fieldset>
  );
}

/** Asks whether this device is to remember who books. */
function RememberMe(input: ComponentPropsWithRef<'input'>) {
  return (
    <label className="flex items-start gap-3 sm:col-span-2">
      <input type="checkbox" {...input} className="mt-0.5 size-6 shrink-0 accent-brand" />
      <span>
        <span className="block font-semibold text-heading">Remember my details here</span>
        <span className="text-sm text-muted">
          Name, phone, email and address, on this device only, for your next booking. You can forget them in My requests.
        </span>
      </span>
    </label>
  );
}

interface BookingFieldsProps {
  bind: Bind<keyof BookingValues>;
  disabled: boolean;
  /** The first day to offer, `YYYY-MM-DD`. */
  earliest?: string;
  /** Said of the choice of the service. */
  serviceHint?: ReactNode;
  notesCount: ReactNode;
  /** Stands beside the title of the person's details. */
  detailsAction?: ReactNode;
  remember?: Pick<ComponentPropsWithRef<'input'>, 'checked' | 'onChange'>;
}

export function BookingFields({ bind, disabled, earliest, serviceHint, notesCount, detailsAction, remember }: BookingFieldsProps) {
  return (
    <>
      <Group title="Your details" action={detailsAction} disabled={disabled}>
        <TextField {...bind('name')} label="Full Name" autoComplete="name" required />
        <TextField {...bind('phone')} label="Phone Number" type="tel" inputMode="tel" autoComplete="tel" required />
        <div className="sm:col-span-2">
          <TextField {...bind('email')} label="Email" type="email" inputMode="email" autoComplete="email" required />
        </div>
      </Group>
      <Group title="The cleaning" disabled={disabled}>
        <div className="sm:col-span-2">
          <TextareaField {...bind('address')} label="Service Address" rows={3} autoComplete="street-address" required />
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
        <TextField {...bind('preferred_date')} label="Preferred Date" type="date" min={earliest} required />
        <SelectField
          {...bind('preferred_time')}
          label="Preferred Time"
          placeholder="Select a time"
          options={PREFERRED_TIMES}
          hint={VISITS.hours}
          required
        />
        <div className="sm:col-span-2">
          <TextareaField
            {...bind('notes')}
            label="Additional Notes"
            rows={4}
            hint={<>Optional. {notesCount}</>}
          />
        </div>
        <RememberMe {...remember} />
      </Group>
    </>
  );
}
