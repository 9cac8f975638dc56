import { useEffect, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { bookingSchema, DAY_PASSED, type Booking } from '../../core/domain/booking.ts';
import {
  FREQUENCIES,
  JOB_SIZES,
  PREFERRED_TIMES,
  SERVICE_TYPES,
  type ServiceType,
} from '../../core/domain/booking-choices.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import {
  linkedChoice,
  NAMED_SERVICES,
  type LinkedChoice,
} from '../../core/domain/named-services.ts';
import { LiveCharacterCount } from '../../ui/text-form.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { useSubmissionForm, type Outgoing } from '../forms/use-submission-form.ts';
import { dayText } from '../forms/kind-texts.ts';
import { addressHint } from '../content/areas.ts';
import { estimateOf, estimateText } from '../content/estimates.ts';
import { priceText } from '../content/price-texts.ts';
import {
  ADDRESS_PARTS,
  BookingFields,
  EMPTY_BOOKING,
  type BookingValues,
} from './booking-fields.tsx';

type Service = Pick<Booking, 'service_type'> & { service: Booking['service'] | '' };

const serviceText = ({ service_type: type, service }: Service) =>
  service ? NAMED_SERVICES[service].name : SERVICE_TYPES[type];

/** The choices of the link, `/booking?service=event`; null without a service that is offered. */
function useLinkedChoice(): LinkedChoice | null {
  return linkedChoice(new URLSearchParams(useLocation().search).get('service') ?? '');
}

interface OtherServiceProps {
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
  const linked = useLinkedChoice();
  const state = useSubmissionForm({
    kind: 'booking',
    empty: EMPTY_BOOKING,
    schema: bookingSchema,
    ...(linked && { chosen: { ...linked } }),
  });
  const { control, setFocus, setValue } = state.form;
  const [chosen, service, size] = useWatch({ control, name: ['service_type', 'service', 'size'] });
  // The select offers nothing else.
  const type = chosen as ServiceType | '';
  const estimate = estimateOf(type, size);
  // Another type offers other services and sizes.
  const isServiceOffered = Object.hasOwn(estimate.services, service);
  const isSizeOffered = Object.hasOwn(estimate.sizes, size);
  useEffect(() => {
    if (service !== '' && !isServiceOffered) setValue('service', '');
    if (size !== '' && !isSizeOffered) setValue('size', '');
  }, [service, isServiceOffered, size, isSizeOffered, setValue]);
  const [isAddressLeft, setIsAddressLeft] = useState(false);
  const { replaces, restored } = state.stored;

  const prepare = (values: Booking): Outgoing | null => {
    const { preferred_date: day } = values;
    // A waiting request may keep a past day: its sender is asked and can agree a day with us.
    if (day < londonTime().day && day !== replaces?.day) {
      state.form.setError('preferred_date', { message: DAY_PASSED });
      return null;
    }
    const { service_type, size, frequency } = values;
    const price = estimateText(service_type, size ?? '') ?? priceText(service_type);
    return {
      submission: { kind: 'booking', values },
      file: null,
      lines: [
        ['Service', serviceText(values)],
        ...(size ? [[estimate.label, JOB_SIZES[size]] as const] : []),
        ...(frequency ? [['How often', FREQUENCIES[frequency]] as const] : []),
        ...(price ? [['Price', price] as const] : []),
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
    linked !== null &&
    restored &&
    chosen !== '' &&
    (chosen !== linked.service_type ||
      (service !== '' && linked.service !== '' && service !== linked.service));
  const take = ({ service_type, service: named }: LinkedChoice) => {
    setValue('service_type', service_type, { shouldDirty: true });
    setValue('service', named, { shouldDirty: true });
    setFocus('service_type');
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
            <OtherService chosen={serviceText(linked)} onTake={() => take(linked)} />
          ) : undefined
        }
        notesCount={<LiveCharacterCount control={control} name="notes" max={LIMITS.notes.max} />}
      />
    </SubmissionForm>
  );
}
