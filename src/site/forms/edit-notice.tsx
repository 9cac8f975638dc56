import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type SubmissionKind } from '../../core/domain/submission.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import type { Replaced } from '../../core/store/device-schema.ts';
import { useRequest } from '../../runtime/use-requests.ts';
import { PhoneLink } from './form-shell.tsx';

/** Navigation state of a link to a form: the id of the request to edit. */
export interface ArrivedToEdit {
  editing: string;
}

/** `HH:MM` on this device's clock, without a library: a page with a form loads this file. */
const clockText = (at: number) => new Date(at).toTimeString().slice(0, 5);

/** The notice above a restored form. */
export const restoredClass =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-2xl bg-tint px-4 py-2 text-heading';
export const restoredButtonClass = 'min-h-9 font-semibold text-brand underline underline-offset-4';

/** What its sender can do about a booking that was sent before it was changed. */
export function CancelInstead({ kind }: { kind: SubmissionKind }) {
  return (
    kind === 'booking' && (
      <span>
        You can also cancel it in{' '}
        <Link to="/requests" className="font-semibold text-brand underline underline-offset-4">
          My requests
        </Link>{' '}
        and book again.
      </span>
    )
  );
}

/**
 * Names the submission in the form and offers to leave it unchanged. Takes the focus when the form
 * opens for an edit. `isBusy`: the form has been submitted.
 */
export function EditNotice({
  replaces: { id },
  isBusy,
  onCancel,
}: {
  replaces: Replaced;
  isBusy: boolean;
  onCancel: () => void;
}) {
  const reference = referenceOf(id);
  const { request, status } = useRequest(reference);
  // While it is being sent, another entry may have replaced it.
  const isEditable = request !== null || status === 'loading' || isBusy;
  const isSent = request?.state === 'sent' || request?.state === 'alert-not-sent';
  const band = useRef<HTMLDivElement>(null);
  const arrived = useLocation().state as ArrivedToEdit | null;
  const isWanted = arrived?.editing === id;

  useEffect(() => {
    if (!isWanted) return;
    band.current?.focus({ preventScroll: true });
    band.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);

  return (
    <div ref={band} tabIndex={-1} className={restoredClass}>
      {isSent ? (
        <p>
          <strong className="font-mono">{reference}</strong> was sent as it was, without these
          changes. If they matter, please call us: <PhoneLink />.{' '}
          <CancelInstead kind={request.kind} />
        </p>
      ) : isEditable ? (
        <p>
          You are editing <strong className="font-mono">{reference}</strong>.{' '}
          {request && (
            <span>
              {request.editedUntil === null
                ? 'It stays in My requests as it was until you submit this form.'
                : `If you don’t submit this form, it is sent unchanged after ${clockText(request.editedUntil)}.`}
            </span>
          )}
        </p>
      ) : (
        <p>
          This continues <strong className="font-mono">{reference}</strong>, which is not kept on
          this device: it is sent only when you submit this form.
        </p>
      )}
      <button type="button" onClick={onCancel} className={restoredButtonClass}>
        {isSent || !isEditable ? 'Clear' : 'Cancel editing'}
      </button>
    </div>
  );
}
