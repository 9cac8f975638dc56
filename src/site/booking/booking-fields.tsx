import type { ReactElement } from 'react';
import {
  PREFERRED_TIMES,
  SERVICE_TYPES,
  type ServiceType,
} from '../../core/domain/booking-choices.ts';
import type { Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { COMPANY } from '../content/company.ts';
import {
  estimateText,
  FREQUENCIES,
  PRICED_TYPES,
  priceExample,
  priceText,
  sizesOf,
} from '../content/price-texts.ts';
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
  /** Optional, for the estimate; sent as a line of the notes. */
  size: '',
  frequency: '',
} satisfies Record<keyof Booking | 'service_name' | 'size' | 'frequency', string>;

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

const optionsOf = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text, text]));

interface EstimateProps {
  bind: Bind<keyof BookingValues>;
  type: ServiceType | '';
  size: string;
}

/** The price and the example of a service, or the estimate for a size of it. */
function Price({ type, size }: Omit<EstimateProps, 'bind'>) {
  const price = type && priceText(type);
  const estimate = estimateText(type, size);
  const details = estimate
    ? `${price}. ${COMPANY.called}`
    : price
      ? priceExample(type)
      : 'Choose a service to see its price.';
  if (type !== '' && !price) return <p>{COMPANY.called}</p>;
  return (
    <>
      <p className="text-lg font-bold text-heading">{estimate ?? (price || 'What it costs')}</p>
      <p className="text-sm">{details}</p>
    </>
  );
}

/** The price of the chosen service, with two optional fields that make it an estimate. */
function Estimate({ bind, type, size }: EstimateProps) {
  const { label, texts } = sizesOf(type);
  return (
    <div className="grid gap-4 rounded-2xl bg-tint p-4 sm:col-span-2 sm:grid-cols-2">
      {PRICED_TYPES.length > 0 && (
        <div aria-live="polite" className="min-h-16 sm:col-span-2">
          <Price type={type} size={size} />
        </div>
      )}
      {/* A select of its own for other choices: the form writes its value into it anew. */}
      <SelectField
        key={label}
        {...bind('size')}
        label={`${label} (optional)`}
        placeholder="Not sure"
        options={optionsOf(texts)}
      />
      <SelectField
        {...bind('frequency')}
        label="How often (optional)"
        placeholder="Not sure"
        options={optionsOf(FREQUENCIES)}
      />
    </div>
  );
}

interface BookingFieldsProps {
  bind: Bind<keyof BookingValues>;
  disabled: boolean;
  /** The chosen service and size, for the estimate. */
  chosen?: { type: ServiceType | ''; size: string };
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
  chosen = { type: '', size: '' },
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
        <Estimate bind={bind} {...chosen} />
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
