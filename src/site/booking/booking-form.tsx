import { useEffect, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { bookingFormSchema, DAY_PASSED, type Booking } from '../../core/domain/booking.ts';
import {
  PREFERRED_TIMES,
  SERVICE_TYPES,
  type ServiceType,
} from '../../core/domain/booking-choices.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import { linkedService } from '../../core/domain/named-services.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { TextField } from '../../ui/fields.tsx';
import { LiveCharacterCount } from '../../ui/text-form.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { useSubmissionForm, type Outgoing } from '../forms/use-submission-form.ts';
import { dayText } from '../forms/kind-texts.ts';
import { addressHint } from '../content/areas.ts';
import { estimateOf, estimateText, jobText } from '../content/estimates.ts';
import { priceText } from '../content/price-texts.ts';
import {
  ADDRESS_PARTS,
  BookingFields,
  EMPTY_BOOKING,
  type BookingValues,
} from './booking-fields.tsx';

type FormValues = BookingValues & Pick<Booking, 'service_type' | 'preferred_time'>;

const SCHEMA = bookingFormSchema((form: FormValues) => [form.service_name, jobText(form)]);

/** The service named by the link, `/booking?service=event`; null without one that is offered. */
function useChosenService() {
  return linkedService(new URLSearchParams(useLocation().search).get('service') ?? '');
}

interface OtherServiceProps {
  /** The service in words. */
  chosen: string;
  onTake: () => void;
}

/** Offers the linked service when the form holds another one from an earlier visit. */
function OtherService({ chosen, onTake }: OtherServiceProps) {
  return (
    <span>
      This is the service you chose before.{' '}
      <button
        type="button"
        onClick={onTake}
        className="min-h-6 text-left font-semibold text-brand underline underline-offset-4"
      >
        {`Change to ${chosen}`}
      </button>
    </span>
  );
}

interface AddressHintProps {
  control: Control<BookingValues, unknown, Booking>;
  isLeft: boolean;
}

/** The hint at the address, the only part drawn again while it is typed. */
function AddressHint({ control, isLeft }: AddressHintProps) {
  const address = useWatch({ control, name: 'address' });
  return <span>{addressHint(address, isLeft) || ADDRESS_PARTS}</span>;
}

/** The form that requests a cleaning. A link from a service's card preselects that service. */
export default function BookingForm() {
  const service = useChosenService();
  const state = useSubmissionForm({
    kind: 'booking',
    empty: EMPTY_BOOKING,
    schema: SCHEMA,
    ...(service && { chosen: { service_type: service.type, service_name: service.name } }),
  });
  const { control, setFocus, setValue } = state.form;
  const [chosen, name, size, frequency] = useWatch({
    control,
    name: ['service_type', 'service_name', 'size', 'frequency'],
  });
  // The select offers nothing else.
  const type = chosen as ServiceType | '';
  const estimate = estimateOf(type, size);
  const isOffered = estimate.sizes.includes(size);
  useEffect(() => {
    if (size !== '' && !isOffered) setValue('size', '');
  }, [size, isOffered, setValue]);
  const firstLines = [name, jobText({ service_type: type, size, frequency })].filter(Boolean);
  // The field stays while it has the focus, even when emptied.
  const [isNaming, setIsNaming] = useState(false);
  const [isAddressLeft, setIsAddressLeft] = useState(false);
  const { replaces, restored } = state.stored;

  const prepare = (values: Booking): Outgoing | null => {
    const { preferred_date: day } = values;
    // A waiting request may keep a past day: its sender is asked and can agree a day with us.
    if (day < londonTime().day && day !== replaces?.day) {
      state.form.setError('preferred_date', { message: DAY_PASSED });
      return null;
    }
    const price = estimateText(type, size) ?? priceText(values.service_type);
    const priceLines = price ? [['Price', price] as const] : [];
    return {
      submission: { kind: 'booking', values },
      file: null,
      lines: [
        ['Service', name.trim() || SERVICE_TYPES[values.service_type]],
        ...priceLines,
        ['Day', dayText(day)],
        ['Time', PREFERRED_TIMES[values.preferred_time]],
        ['Address', values.address],
        ['Name', values.name],
        ['Phone', values.phone],
        ['Email', values.email],
      ],
    };
  };

  const isOther =
    service !== null &&
    restored &&
    chosen !== '' &&
    (chosen !== service.type || (name !== '' && service.name !== '' && name !== service.name));
  const take = ({ type, name: named }: NonNullable<typeof service>) => {
    setValue('service_type', type, { shouldDirty: true });
    setValue('service_name', named, { shouldDirty: true });
    setFocus('service_type');
  };
  const removeName = () => {
    setValue('service_name', '', { shouldDirty: true });
    setFocus('notes');
  };
  if (!state.isDrawn) return null;
  return (
    <SubmissionForm
      state={state}
      prepare={prepare}
      submitLabel="Submit Booking Request"
      busyLabel="Submitting..."
    >
      <BookingFields
        bind={state.bind}
        disabled={state.submitting.isBusy}
        estimate={estimate}
        addressHint={<AddressHint control={control} isLeft={isAddressLeft} />}
        onAddressLeft={() => setIsAddressLeft(true)}
        earliest={londonTime().day}
        serviceHint={
          isOther ? (
            <OtherService
              chosen={service.name || SERVICE_TYPES[service.type]}
              onTake={() => take(service)}
            />
          ) : undefined
        }
        chosenService={
          (isNaming || name !== '') && (
            <div className="flex flex-wrap items-end gap-3 sm:col-span-2">
              <div
                className="min-w-0 flex-1 basis-52"
                onFocus={() => setIsNaming(true)}
                onBlur={() => setIsNaming(false)}
              >
                <TextField {...state.bind('service_name')} label="Chosen service" />
              </div>
              <button
                type="button"
                className={`${smallButtonClass('secondary')} min-h-12`}
                onClick={removeName}
              >
                Remove<span className="sr-only"> the chosen service</span>
              </button>
            </div>
          )
        }
        notesCount={
          <LiveCharacterCount
            control={control}
            name="notes"
            max={firstLines.reduce<number>(
              (left, line) => left - line.length - 1,
              LIMITS.notes.max,
            )}
          />
        }
      />
    </SubmissionForm>
  );
}
