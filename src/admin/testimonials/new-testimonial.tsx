import { useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TestimonialFields } from './testimonial-fields.tsx';
import { useTestimonialForm } from './use-testimonial-form.ts';

/** Opens the form for a new testimonial. What is typed outlives a dialog that is closed, but not 'Cancel'. */
export function NewTestimonial() {
  const [open, setOpen] = useState(false);
  const state = useTestimonialForm(() => setOpen(false));
  const { ref, isDirty, isBusy, failure, submit, clear } = state;

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
            <button type="button" aria-disabled={isBusy} className={buttonClass('secondary')} onClick={cancel}>
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
