import type { ReactElement } from 'react';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import {
  BOOKING_FIELD_NAMES,
  BOOKING_FIELDS,
  bookingField,
  emptyBooking,
  type BookingFieldName,
} from '../../core/domain/booking-fields.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import type { timesOn } from '../../core/domain/visit-times.ts';
import { DescribedField } from '../../ui/described-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { COMPANY } from '../content/company.ts';
import type { Estimate } from '../content/estimates.ts';
import { PRICED_TYPES } from '../content/price-texts.ts';
import { EmailField, PhoneField } from '../forms/contact-details.tsx';
import type { Bind } from '../forms/form-shell.tsx';
import type { Elements } from '../../ui/elements.ts';

/** Optional choices come first, because "Use my details" goes on to the next blank field after them. */
export const EMPTY_BOOKING: Record<BookingFieldName, string> = {
  ...Object.fromEntries(
    BOOKING_FIELD_NAMES.filter(
      (name) => bookingField(name).optional && bookingField(name).choices,
    ).map((name) => [name, '']),
  ),
  ...emptyBooking(),
};

export type BookingValues = typeof EMPTY_BOOKING;

/** The fields with a place of their own; the others follow the size. */
const PLACED: readonly BookingFieldName[] = [
  'name',
  'phone',
  'email',
  'address',
  'service_type',
  'service',
  'size',
  'preferred_date',
  'preferred_time',
  'notes',
];

export const OTHER_FIELDS = BOOKING_FIELD_NAMES.filter((name) => !PLACED.includes(name));

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

/** Before a service is chosen. */
const NO_ESTIMATE: Estimate = {
  services: {},
  label: 'Size',
  sizes: {},
  price: 'What it costs',
  details: 'Choose a service to see its price.',
};

/** The price of the chosen type, with optional fields that say more and make it an estimate. */
function EstimateFields({
  bind,
  services,
  label,
  sizes,
  price,
  details,
}: Estimate & { bind: Bind<keyof BookingValues> }) {
  return (
    <div className="grid gap-4 rounded-2xl bg-tint p-4 sm:col-span-2 sm:grid-cols-2">
      {PRICED_TYPES.length > 0 && (
        <div aria-live="polite" className="min-h-16 sm:col-span-2">
          <p className="text-lg font-bold text-heading empty:hidden">{price}</p>
          <p className="text-sm empty:hidden">{details}</p>
        </div>
      )}
      {/* A select of its own for other choices: the form writes its value into it anew. */}
      <div className="sm:col-span-2">
        <SelectField
          key={Object.keys(services).join(' ')}
          {...bind('service')}
          label="Which service (optional)"
          placeholder="Not sure"
          options={services}
        />
      </div>
      <SelectField
        key={label}
        {...bind('size')}
        label={`${label} (optional)`}
        placeholder="Not sure"
        options={sizes}
      />
      {OTHER_FIELDS.map((name) => (
        <DescribedField
          key={name}
          {...bind(name)}
          field={BOOKING_FIELDS[name]}
          placeholder="Not sure"
        />
      ))}
    </div>
  );
}

const ALL_TIMES = { options: PREFERRED_TIMES, disabledOptions: [] };

/** The address field's hint until the address says more. */
export const ADDRESS_PARTS = 'Street, town and postcode.';

interface BookingFieldsProps {
  bind: Bind<keyof BookingValues>;
  disabled: boolean;
  estimate?: Estimate;
  /** The first day to offer, `YYYY-MM-DD`. */
  earliest?: string;
  dayHint?: ReactElement | undefined;
  times?: ReturnType<typeof timesOn>;
  /** By default, the parts of an address. */
  addressHint?: ReactElement;
  onAddressLeft?: () => void;
  /** A hint below the choice of the service. */
  serviceHint?: ReactElement | undefined;
  notesCount: Elements;
}

export function BookingFields({
  bind,
  disabled,
  estimate = NO_ESTIMATE,
  earliest,
  dayHint,
  times = ALL_TIMES,
  addressHint = <span>{ADDRESS_PARTS}</span>,
  onAddressLeft,
  serviceHint,
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
        <div className="sm:col-span-2" onBlur={onAddressLeft}>
          <TextareaField
            {...bind('address')}
            label="Service Address"
            rows={3}
            autoComplete="street-address"
            hint={<span aria-live="polite">{addressHint}</span>}
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
        <EstimateFields bind={bind} {...estimate} />
        <TextField
          {...bind('preferred_date')}
          label="Preferred Date"
          type="date"
          min={earliest}
          max={LIMITS.bookingDate.latest}
          hint={dayHint}
          required
        />
        <SelectField
          {...bind('preferred_time')}
          label="Preferred Time"
          placeholder="Select a time"
          {...times}
          hint={COMPANY.hours.visits}
          required
        />
        <div className="sm:col-span-2">
          <TextareaField
            {...bind('notes')}
            label="Additional Notes"
            rows={4}
            hint={<span>Optional. Please give entry codes by phone, not here. {notesCount}</span>}
          />
        </div>
      </Group>
    </>
  );
}
