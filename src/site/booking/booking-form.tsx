import { bookingSchema, type Booking } from '../../core/domain/booking.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { localDay } from '../../core/domain/local-day.ts';
import { LiveCharacterCount } from '../../ui/forms/text-form.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { useSubmissionForm } from '../forms/use-submission-form.ts';
import { BookingFields, EMPTY_BOOKING } from './booking-fields.tsx';

const prepare = (values: Booking) => ({ submission: { kind: 'booking' as const, values }, file: null });

/** The form that requests a cleaning. */
export default function BookingForm() {
  const state = useSubmissionForm({ kind: 'booking', empty: EMPTY_BOOKING, schema: bookingSchema });
  const { control, formState } = state.form;
  return (
    <SubmissionForm state={state} prepare={prepare} submitLabel="Submit Booking Request" busyLabel="Submitting...">
      <BookingFields
        bind={state.bind}
        disabled={formState.isSubmitting}
        earliest={localDay(new Date())}
        notesCount={<LiveCharacterCount control={control} name="notes" max={LIMITS.notes.max} />}
      />
    </SubmissionForm>
  );
}
