import { useEffect, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { bookingField } from '../../core/domain/booking-fields.ts';
import { fieldText } from '../../core/domain/job-text.ts';
import { bookingSchema, type Booking } from '../../core/domain/booking.ts';
import {
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
import { bookedVisit, VISIT_COLUMNS } from '../../core/domain/visit.ts';
import { firstDay, noVisitText, timesOn, visitFault } from '../../core/domain/visit-times.ts';
import { Advice } from '../../ui/fields.tsx';
import { LiveCharacterCount, useRecheck } from '../../ui/text-form.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { useSubmissionForm, type Outgoing } from '../forms/use-submission-form.ts';
import { dayText } from '../forms/kind-texts.ts';
import { addressHint } from '../content/areas.ts';
import { COMPANY } from '../content/company.ts';
import { estimateOf, estimateText } from '../content/estimates.ts';
import { priceText } from '../content/price-texts.ts';
import {
  ADDRESS_PARTS,
  BookingFields,
  EMPTY_BOOKING,
  OTHER_FIELDS,
  type BookingValues,
} from './booking-fields.tsx';

type Service = Pick<Booking, 'service_type'> & { service: Booking['service'] | '' };

const serviceText = ({ service_type: type, service }: Service) =>
  service ? NAMED_SERVICES[service].name : SERVICE_TYPES[type];

/** The key in the link, `/booking?service=event`; empty without one. */
const useLink = () => new URLSearchParams(useLocation().search).get('service') ?? '';

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

/**
 * Says that nobody comes on the chosen day. The request can be sent: the page may be older than the
 * owner's days, and the office can agree another one.
 */
const noVisitHint = (day: string) => {
  const text = noVisitText(day, COMPANY.hours);
  return text === null ? undefined : (
    <Advice
      text={`${text} Choose another day, or send your request and we’ll agree one with you.`}
    />
  );
};

/** The form that requests a cleaning. A link from a service's card preselects that service. */
export default function BookingForm() {
  const link = useLink();
  const [firstLink] = useState(link);
  const linked = linkedChoice(link);
  const state = useSubmissionForm({
    kind: 'booking',
    empty: EMPTY_BOOKING,
    schema: bookingSchema,
    ...(linked && { chosen: { ...linked } }),
  });
  const { control, getValues, setFocus, setValue } = state.form;
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
  // A link on this page itself, such as the footer's.
  useEffect(() => {
    const choice = linkedChoice(link);
    if (!choice || getValues('service_type') !== '') return;
    setValue('service_type', choice.service_type);
    setValue('service', choice.service);
  }, [link, getValues, setValue]);
  const day = useWatch({ control, name: 'preferred_date' });
  useRecheck(state.form, 'preferred_time', day);
  const [isAddressLeft, setIsAddressLeft] = useState(false);
  const { replaces, restored } = state.stored;

  const prepare = (checked: Booking): Outgoing | null => {
    const { preferred_date: day } = checked;
    // A waiting request may keep a day or time that is over: its sender is asked, and can agree
    // another with us.
    const fault = day === replaces?.day ? null : visitFault(bookedVisit(checked), londonTime());
    if (fault) {
      state.form.setError(VISIT_COLUMNS[fault.field], { message: fault.message });
      return null;
    }
    const { service_type } = checked;
    const { label, sizes } = estimateOf(service_type, '');
    // A size of another type, chosen before the type was changed without an event.
    const size = checked.size && Object.hasOwn(sizes, checked.size) ? checked.size : null;
    const values = { ...checked, size };
    const price = estimateText(service_type, size ?? '') ?? priceText(service_type);
    return {
      submission: { kind: 'booking', values },
      file: null,
      lines: [
        ['Service', serviceText(values)],
        ...(size ? [[label, JOB_SIZES[size]] as const] : []),
        ...OTHER_FIELDS.flatMap((name) => {
          const text = fieldText(checked, name);
          return text === null ? [] : [[bookingField(name).label, text] as const];
        }),
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
    (restored || link !== firstLink) &&
    chosen !== '' &&
    (chosen !== linked.service_type || (linked.service !== '' && service !== linked.service));
  const take = ({ service_type, service: named }: LinkedChoice) => {
    setValue('service_type', service_type, { shouldDirty: true });
    setValue('service', named, { shouldDirty: true });
    setFocus('service_type');
  };
  if (!state.isDrawn) return null;
  const now = londonTime();
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
        earliest={firstDay(now)}
        dayHint={noVisitHint(day)}
        times={timesOn(day, now)}
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
