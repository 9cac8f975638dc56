import { useState, type FormEvent } from 'react';
import { useForm, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';
import {
  jobPostingSchema,
  parseRequirements,
  type JobPosting,
} from '../../core/domain/job-posting.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { create } from '../sync/change-commands.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { readControls, useUnsavedLock } from '../../ui/text-form.tsx';
import { buttonClass } from '../../ui/button.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { announceCreations, failureText, isInGoodHands } from '../create/announce-creations.ts';
import { useFormDraft } from '../create/use-form-draft.ts';

interface PostingValues {
  title: string;
  type: string;
  location: string;
  description: string;
  /** One requirement a line. */
  requirements: string;
}

const EMPTY: PostingValues = {
  title: '',
  type: '',
  location: '',
  description: '',
  requirements: '',
};

type PostingForm = UseFormReturn<PostingValues, unknown, JobPosting>;

/** An error in one line of the requirements is shown for all of them: they are one field. */
const resolver: Resolver<PostingValues, unknown, JobPosting> = (values) => {
  const parsed = jobPostingSchema.safeParse({
    ...values,
    requirements: parseRequirements(values.requirements),
  });
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<PostingValues> = {};
  for (const { path, message } of parsed.error.issues)
    errors[path[0] as keyof PostingValues] ??= { type: 'schema', message };
  return { values: {}, errors };
};

const usePostingForm = (): PostingForm =>
  useForm<PostingValues, unknown, JobPosting>({ resolver, defaultValues: EMPTY });

function PostingFields({ form }: { form: PostingForm }) {
  const bind = (name: keyof PostingValues) => ({
    ...form.register(name),
    id: `posting-${name}`,
    error: form.formState.errors[name]?.message,
  });
  return (
    <fieldset disabled={form.formState.isSubmitting} className="grid min-w-0 gap-4">
      <TextField {...bind('title')} label="Job Title" required />
      <TextField {...bind('type')} label="Type" placeholder="e.g. Full-time, Part-time" required />
      <TextField {...bind('location')} label="Location" required />
      <TextareaField {...bind('description')} label="Description" rows={4} required />
      <TextareaField {...bind('requirements')} label="Requirements (one per line)" rows={5} />
    </fieldset>
  );
}

/** Says that a posting was not created, with the server's reason. */
function PostingFailure({ result }: { result: Outcome }) {
  const title = failureText('careers', result);
  return (
    title !== null && (
      <Notice tone="error" title={title}>
        {result.outcome === 'refused' && (
          <p className="wrap-anywhere">{result.attention.message}</p>
        )}
      </Notice>
    )
  );
}

/**
 * Opens the form for a new position. Typed text survives closing the dialog and leaving the page.
 */
export function AddPosting() {
  const [open, setOpen] = useState(false);
  const form = usePostingForm();
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedLock(isDirty);
  const draft = useFormDraft('careers', EMPTY, form);
  const [failed, setFailed] = useState<Outcome | null>(null);

  const publish = async (values: JobPosting) => {
    setFailed(null);
    const result = await create({ entity: 'careers', values }, null, draft.rest);
    announceCreations('careers', [result]);
    if (!isInGoodHands(result)) {
      draft.save();
      return setFailed(result);
    }
    draft.clear();
    setOpen(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while busy, so it can be pressed again.
    if (isSubmitting) return;
    readControls(form, event.currentTarget);
    void form.handleSubmit(publish)(event);
  };

  return (
    <>
      <button type="button" className={buttonClass('primary')} onClick={() => setOpen(true)}>
        Add Job Posting
      </button>
      <LeaveGuard isUnkept={isDirty && !draft.isSaved} />
      <Dialog
        open={open}
        title="Create Job Posting"
        description="It appears on the public careers page."
        isDirty={isDirty}
        onClose={() => setOpen(false)}
      >
        <form noValidate className="grid gap-4" onSubmit={onSubmit}>
          <PostingFields form={form} />
          <div role="alert" className="empty:hidden">
            {failed && <PostingFailure result={failed} />}
          </div>
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
