import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { bookingSchema, type Booking } from '../../core/domain/booking.ts';
import { buttonClass } from '../../ui/button.ts';
import { DraftNotice } from '../forms/draft-notice.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { Honeypot } from '../forms/honeypot.tsx';
import { SubmissionNotice } from '../forms/submission-notice.tsx';
import { textResolver } from '../forms/text-resolver.ts';
import { useDraft } from '../forms/use-draft.ts';
import { useSubmission } from '../forms/use-submission.ts';
import { useUnsavedLock } from '../forms/use-unsaved-lock.ts';
import { BookingFields, EMPTY_BOOKING, fieldId, FIELD_NAMES, type BookingValues } from './booking-fields.tsx';

/** The form that requests a cleaning. Whatever happens, its input is never lost. */
export function BookingForm() {
  const form = useForm<BookingValues, unknown, Booking>({
    resolver: textResolver(bookingSchema),
    defaultValues: EMPTY_BOOKING,
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const { restored, keep, clear } = useDraft('booking', EMPTY_BOOKING, form);
  const { last, send, block } = useSubmission();
  const honeypot = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  useUnsavedLock(isDirty);

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus();
  }, [submitCount]);
  useEffect(() => {
    if (last) notice.current?.focus();
  }, [last]);

  const submitBooking = async (values: Booking) => {
    if (honeypot.current?.value) return block();
    const inGoodHands = await send({ kind: 'booking', values }, null);
    await (inGoodHands ? clear() : keep());
  };

  const problems = FIELD_NAMES.flatMap((name) => {
    const message = errors[name]?.message;
    return message ? [{ id: fieldId(name), message }] : [];
  });

  return (
    <div className="grid gap-6">
      <div ref={notice} role="status" tabIndex={-1} className="rounded-2xl empty:hidden">
        {last && <SubmissionNotice kind="booking" last={last} />}
      </div>
      <ErrorSummary problems={problems} ref={summary} />
      {restored && <DraftNotice onClear={() => void clear()} />}
      <form noValidate className="relative grid gap-8" onSubmit={(event) => void form.handleSubmit(submitBooking)(event)}>
        <BookingFields form={form} disabled={isSubmitting} />
        <Honeypot ref={honeypot} />
        <button type="submit" aria-disabled={isSubmitting} className={`${buttonClass('primary')} text-lg sm:justify-self-start`}>
          {isSubmitting ? 'Submitting...' : 'Submit Booking Request'}
        </button>
      </form>
    </div>
  );
}
