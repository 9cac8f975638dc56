import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { visitSchema } from '../../core/domain/booking.ts';
import type { CustomerBooking } from '../../core/domain/booking-events.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import { namedVisit, type Visit } from '../../core/domain/visit.ts';
import {
  firstOtherDay,
  noVisitText,
  otherVisitFault,
  timesOn,
} from '../../core/domain/visit-times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Advice, TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import {
  readControls,
  textResolver,
  useFirstProblem,
  useRecheck,
  useTextForm,
  useUnsavedLock,
} from '../../ui/text-form.tsx';
import { COMPANY } from '../content/company.ts';
import { PhoneLink } from '../forms/form-shell.tsx';
import { timeText } from './answer-texts.ts';
import { attempt } from './attempt.ts';

interface AskForDayProps {
  open: boolean;
  state: CustomerBooking;
  /** Resolves with false if the question is neither sent nor stored; the form stays open. */
  onAsk: (other: Visit) => Promise<boolean>;
  onClose: () => void;
}

/** Asks the office for another day; the booking stays as it is until the office answers. */
export function AskForDay({ open, state, onAsk, onClose }: AskForDayProps) {
  const [isDirty, setDirty] = useState(false);
  useUnsavedLock(open && isDirty);
  const present = timeText(namedVisit(state));
  return (
    <Dialog
      open={open}
      title="Ask for another day"
      description={
        <p>
          <span>
            {state.status === 'confirmed'
              ? `We come on ${present} until we agree another day with you.`
              : `You asked for ${present}.`}
          </span>{' '}
          Is it urgent? Please call <PhoneLink />.
        </p>
      }
      isDirty={isDirty}
      onClose={onClose}
    >
      <AskForm state={state} onAsk={onAsk} onDirty={setDirty} onClose={onClose} />
    </Dialog>
  );
}

interface AskFormProps extends Omit<AskForDayProps, 'open'> {
  onDirty: (isDirty: boolean) => void;
}

const EMPTY = { day: '', slot: '' };

function AskForm({ state, onAsk, onDirty, onClose }: AskFormProps) {
  const form = useTextForm(textResolver(visitSchema), EMPTY);
  const { errors, isSubmitting, submitCount } = form.formState;
  const ref = useFirstProblem(submitCount);
  const day = useWatch({ control: form.control, name: 'day' });
  useRecheck(form, 'slot', day);
  const noVisit = noVisitText(day, COMPANY.hours);
  const now = londonTime();

  const ask = (visit: Visit) =>
    attempt(async () => {
      const fault = otherVisitFault(visit, namedVisit(state), londonTime());
      if (fault) return form.setError(fault.field, { message: fault.message });
      if (await onAsk(visit)) onClose();
    });
  return (
    <form
      ref={ref}
      noValidate
      className="grid gap-5"
      onChange={() => onDirty(true)}
      onSubmit={(event) => {
        event.preventDefault();
        // The button keeps the focus while busy, so it can be pressed again.
        if (isSubmitting) return;
        readControls(form, event.currentTarget);
        void form.handleSubmit(ask)(event);
      }}
    >
      <TextField
        {...form.register('day')}
        id="other-day"
        label="Date"
        type="date"
        min={firstOtherDay(now)}
        max={LIMITS.bookingDate.latest}
        hint={
          noVisit === null ? undefined : (
            <Advice text={`${noVisit} Choose another day, or ask and we’ll agree one with you.`} />
          )
        }
        error={errors.day?.message}
        required
      />
      <SelectField
        {...form.register('slot')}
        id="other-time"
        label="Time"
        placeholder="Select a time"
        {...timesOn(day, now)}
        hint={COMPANY.hours.visits}
        error={errors.slot?.message}
        required
      />
      <DialogButtons>
        <button type="button" className={buttonClass('secondary')} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" aria-disabled={isSubmitting} className={buttonClass('primary')}>
          {isSubmitting ? 'Sending...' : 'Ask for this day'}
        </button>
      </DialogButtons>
    </form>
  );
}
