import { useState, type FormEvent } from 'react';
import type { JobPosting } from '../../core/domain/job-posting.ts';
import { create } from '../../runtime/portal/admin-actions.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { useUnsavedLock } from '../../ui/use-unsaved-lock.ts';
import { announceCreations, isInGoodHands } from '../create/announce-creations.ts';
import { PostingFields } from './posting-fields.tsx';
import { usePostingForm } from './posting-form.ts';

/** Opens the form for a new position. What is typed is still there when the dialog is closed and opened again. */
export function AddJobPosting() {
  const [open, setOpen] = useState(false);
  const form = usePostingForm();
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedLock(isDirty);

  const publish = async (values: JobPosting) => {
    const result = await create({ entity: 'careers', values }, null);
    announceCreations('careers', [result]);
    if (!isInGoodHands(result)) return;
    form.reset();
    setOpen(false);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The button keeps the focus while it is busy, so it can be pressed again.
    if (!isSubmitting) void form.handleSubmit(publish)(event);
  };

  return (
    <>
      <button type="button" className={buttonClass('primary')} onClick={() => setOpen(true)}>
        Add Job Posting
      </button>
      <Dialog
        open={open}
        title="Create Job Posting"
        description="It appears on the public careers page."
        isDirty={isDirty}
        onClose={() => setOpen(false)}
      >
        <form noValidate className="grid gap-4" onSubmit={onSubmit}>
          <PostingFields form={form} />
          <DialogButtons>
            <button type="submit" aria-disabled={isSubmitting} className={buttonClass('primary')}>
              {isSubmitting ? 'Creating...' : 'Create Job Posting'}
            </button>
          </DialogButtons>
        </form>
      </Dialog>
    </>
  );
}
