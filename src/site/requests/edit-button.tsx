import type { Ref } from 'react';
import type { SubmissionCard } from '../../core/waiting/my-requests.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { KIND_TEXTS } from '../forms/kind-texts.ts';
import { useEditRequest } from './use-edit-request.ts';

interface EditButtonProps {
  request: SubmissionCard;
  isPrimary?: boolean;
  /** It cannot be pressed while the request is being sent. */
  isResting?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Opens a request's form with its values, and asks before it replaces an unfinished form. */
export default function EditButton({
  request,
  isPrimary = false,
  isResting = false,
  ref,
}: EditButtonProps) {
  const editing = useEditRequest(request);
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-disabled={isResting}
        className={smallButtonClass(isPrimary ? 'primary' : 'secondary')}
        onClick={() => isResting || editing.start()}
      >
        Edit
      </button>
      <ConfirmDialog
        open={editing.asking}
        title="Replace what you typed?"
        confirmLabel="Replace and edit"
        onConfirm={editing.overwrite}
        onClose={editing.cancel}
      >
        <p>
          The form holds an unfinished <span>{KIND_TEXTS[request.kind].noun}</span>. Editing{' '}
          <span>{request.reference}</span> puts its details in the form instead.
        </p>
      </ConfirmDialog>
    </>
  );
}
