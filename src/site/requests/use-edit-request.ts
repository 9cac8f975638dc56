import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SUBMISSION_KINDS } from '../../core/domain/submission.ts';
import type { SubmissionCard } from '../../core/waiting/my-requests.ts';
import { outbox } from '../../runtime/outbox.ts';
import { readForm } from '../../runtime/stored-forms.ts';
import { notify } from '../../ui/toast.ts';
import type { ArrivedToEdit } from '../forms/edit-notice.tsx';
import { attempt } from './attempt.ts';

interface Editing {
  /** True while the dialog asks whether to overwrite an unfinished form. */
  asking: boolean;
  start: () => void;
  overwrite: () => void;
  cancel: () => void;
}

/**
 * Opens the form with a request's values. The request stays in the queue, reserved until the form is
 * submitted or left.
 */
export function useEditRequest({ id, kind, reference }: SubmissionCard): Editing {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const openForm = () =>
    navigate(SUBMISSION_KINDS[kind].formPath, { state: { editing: id } satisfies ArrivedToEdit });

  const edit = async () => {
    if (!(await outbox.edit(id))) {
      void notify.error(`${reference} can no longer be edited: it has been sent.`);
      return;
    }
    await openForm();
  };

  return {
    asking,
    start: () =>
      void attempt(async () => {
        const form = await readForm(kind);
        if (form?.replaces?.id === id) await openForm();
        else if (form) setAsking(true);
        else await edit();
      }),
    overwrite: () => void attempt(edit),
    cancel: () => setAsking(false),
  };
}
