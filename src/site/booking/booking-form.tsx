import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { bookingSchema, type Booking } from '../../core/domain/booking.ts';
import {
  PREFERRED_TIMES,
  SERVICE_TYPES,
  type ServiceType,
} from '../../core/domain/booking-choices.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import { LiveCharacterCount } from '../../ui/text-form.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { useSubmissionForm, type Outgoing } from '../forms/use-submission-form.ts';
import { dayWords } from '../forms/kind-texts.ts';
import { BookingFields, EMPTY_BOOKING } from './booking-fields.tsx';

/** The service that the link to the form named, `/booking?service=deep`; null where it named none that is offered. */
function useChosenService(): ServiceType | null {
  const named = new URLSearchParams(useLocation().search).get('service') ?? '';
  return Object.hasOwn(SERVICE_TYPES, named) ? (named as ServiceType) : null;
}

interface OtherServiceProps {
  chosen: ServiceType;
  onTake: () => void;
}

/** Offers the service whose card led here, where the form kept another one from an earlier visit. */
function OtherService({ chosen, onTake }: OtherServiceProps) {
  return (
    <span>
      This is the service you chose before.{' '}
      <button
        type="button"
        onClick={onTake}
        className="min-h-6 text-left font-semibold text-brand underline underline-offset-4"
      >
        {`Change to ${SERVICE_TYPES[chosen]}`}
      </button>
    </span>
  );
}

const DAY_PASSED = 'This day has passed. Please select another date';

/** The form that requests a cleaning. It opens with the service whose card led here. */
export default function BookingForm() {
  const service = useChosenService();
  const state = useSubmissionForm({
    kind: 'booking',
    empty: EMPTY_BOOKING,
    schema: bookingSchema,
    ...(service && { chosen: { service_type: service } }),
  });
  const { control, setFocus, setValue } = state.form;
  const kept = useWatch({ control, name: 'service_type' });
  const { edits, restored } = state.draft;

  const prepare = (values: Booking): Outgoing | null => {
    const { preferred_date: day } = values;
    // A request whose day passed while it waited may keep it: its sender is asked, and can agree a day with us.
    if (day < londonTime().day && day !== edits?.day) {
      state.form.setError('preferred_date', { message: DAY_PASSED });
      return null;
    }
    return {
      submission: { kind: 'booking', values },
      file: null,
      lines: [
        ['Service', SERVICE_TYPES[values.service_type]],
        ['Day', dayWords(day)],
        ['Time', PREFERRED_TIMES[values.preferred_time]],
        ['Address', values.address],
        ['Name', values.name],
      ],
    };
  };

  const isOther = service !== null && restored && kept !== '' && kept !== service;
  const take = (chosen: ServiceType) => {
    setValue('service_type', chosen, { shouldDirty: true });
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
        earliest={londonTime().day}
        serviceHint={
          isOther ? <OtherService chosen={service} onTake={() => take(service)} /> : undefined
        }
        notesCount={<LiveCharacterCount control={control} name="notes" max={LIMITS.notes.max} />}
      />
    </SubmissionForm>
  );
}
