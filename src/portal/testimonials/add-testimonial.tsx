import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import type { TestimonialTexts } from '../../core/domain/testimonial.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { LiveCharacterCount } from '../../ui/text-form.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { buttonClass } from '../../ui/button.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import { useTestimonialForm, type TestimonialForm } from './use-testimonial-form.ts';

const { rating } = STAFF_LIMITS;

/** The rating that the stars can show for any typed text. */
const starsOf = (text: string) => Math.min(rating.max, Math.max(0, Math.trunc(Number(text)) || 0));

function TestimonialFields({ state: { form, avatar, isBusy } }: { state: TestimonialForm }) {
  const { register, control, formState, trigger } = form;
  const typedRating = useWatch({ control, name: 'rating' });
  const { picked, error } = avatar;
  const bind = (field: keyof TestimonialTexts, options?: Parameters<typeof register>[1]) => ({
    ...register(field, options),
    id: `testimonial-${field}`,
    error: formState.errors[field]?.message,
  });

  return (
    <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name *" required autoComplete="off" {...bind('name')} />
        <TextField
          label="Role/Title (optional)"
          placeholder="Homeowner"
          autoComplete="off"
          {...bind('role')}
        />
      </div>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        <TextField
          label="Rating (1-5) *"
          type="number"
          inputMode="numeric"
          required
          {...rating}
          step={1}
          {...bind('rating', { onChange: () => void trigger('rating') })}
        />
        {/* Vertically centred on the control beside it. */}
        <div className="sm:pt-11">
          <StarRating rating={starsOf(typedRating)} />
        </div>
      </div>
      <TextareaField
        label="Quote (20-400 characters) *"
        required
        hint={<LiveCharacterCount control={control} name="quote" max={STAFF_LIMITS.quote.max} />}
        {...bind('quote')}
      />
      <FileField
        id="testimonial-avatar"
        label="Avatar Image (optional, max 1MB)"
        hint="A jpeg, png or webp image."
        accept="image/jpeg,image/png,image/webp"
        file={picked}
        error={error}
        sign={
          picked && !error ? (
            <LocalPicture picture={picked} className="size-12 rounded-full" />
          ) : undefined
        }
        onPick={avatar.pick}
        onRemove={() => avatar.pick(null)}
      />
    </fieldset>
  );
}

/**
 * Opens the form for a new testimonial. Typed text survives closing the dialog and leaving the
 * page, but not 'Cancel'.
 */
export function AddTestimonial() {
  const [open, setOpen] = useState(false);
  const state = useTestimonialForm(() => setOpen(false));
  const { ref, isDirty, isUnkept, isBusy, failure, submit, clear } = state;

  const close = () => {
    if (!isBusy) setOpen(false);
  };
  const cancel = () => {
    if (isBusy) return;
    clear();
    setOpen(false);
  };

  return (
    <>
      <button type="button" className={buttonClass('primary')} onClick={() => setOpen(true)}>
        New Testimonial
      </button>
      <LeaveGuard isUnkept={isUnkept} />
      <Dialog
        open={open}
        title="Create New Testimonial"
        description="Add a new customer testimonial to showcase on your website"
        isDirty={isDirty}
        onClose={close}
      >
        <form ref={ref} noValidate className="grid gap-5" onSubmit={submit}>
          <TestimonialFields state={state} />
          <div role="alert" className="empty:hidden">
            {failure !== null && <Notice tone="error" title={failure} />}
          </div>
          <DialogButtons>
            <button
              type="button"
              aria-disabled={isBusy}
              className={buttonClass('secondary')}
              onClick={cancel}
            >
              Cancel
            </button>
            <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
              {isBusy ? 'Creating...' : 'Create Testimonial'}
            </button>
          </DialogButtons>
        </form>
      </Dialog>
    </>
  );
}
