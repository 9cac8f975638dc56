import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { LIMITS } from '../../core/domain/limits.ts';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { CharacterCount } from '../../ui/fields.tsx';
import { buttonClass } from '../../ui/button.ts';
import { COMPANY } from '../content/company.ts';
import type { Elements } from '../../ui/elements.ts';

/** The link between a control and its form. Only a name while the form's code loads. */
export interface Binding extends Partial<UseFormRegisterReturn> {
  id: string;
  name: string;
  error?: string | undefined;
}

export type Bind<Name extends string> = (name: Name) => Binding;

export const fieldId = (kind: SubmissionKind, name: string) => `${kind}-${name}`;

/** The control's attributes in a form that is still loading. */
export const bindNothing =
  (kind: SubmissionKind): Bind<string> =>
  (name) => ({ id: fieldId(kind, name), name });

interface SubmitButtonProps {
  children: string;
  busy?: boolean;
  /** A condition for sending. The button can still be pressed, and then repeats the condition. */
  missing?: string | undefined;
  disabled?: boolean;
}

/** Short, because most people have a connection. */
const OFFLINE_TOO = 'This works with no signal, too.';

/** The submit button. The text below says which condition is missing, or that no connection is needed. */
export function SubmitButton({
  children,
  busy = false,
  missing,
  disabled = false,
}: SubmitButtonProps) {
  const hintId = useId();
  return (
    <div className="grid gap-2 sm:justify-items-start">
      <button
        type="submit"
        disabled={disabled}
        aria-disabled={busy || missing !== undefined || undefined}
        aria-describedby={hintId}
        className={`${buttonClass('primary')} text-lg`}
      >
        {children}
      </button>
      <p id={hintId} className="text-sm text-muted">
        {missing ?? OFFLINE_TOO}
      </p>
    </div>
  );
}

/** The height of "Remember me on this device" on the narrowest phone, for wide fonts too. */
export const REMEMBER_ROOM = 'min-h-22 max-[22rem]:min-h-28 sm:min-h-17';

interface FormShellProps {
  submitLabel: string;
  /** The condition for sending, in the form's words. */
  missing?: string | undefined;
  children: Elements;
}

/**
 * The form's placeholder while its code loads, with fields of the final size. It cannot be
 * submitted, so an early tap never puts typed text into the address.
 */
export function FormShell({ submitLabel, missing, children }: FormShellProps) {
  return (
    <form className="grid gap-8">
      {children}
      <div className={REMEMBER_ROOM} />
      <SubmitButton missing={missing} disabled>
        {submitLabel}
      </SubmitButton>
    </form>
  );
}

/** The count beneath an empty text field. */
export const NoCharacters = ({ of }: { of: 'coverLetter' | 'message' | 'notes' }) => (
  <CharacterCount text="" max={LIMITS[of].max} />
);

/** The phone number to call when the form cannot be used. */
export function PhoneLink() {
  return (
    <a
      href={COMPANY.phoneLink}
      className="font-semibold whitespace-nowrap text-brand underline underline-offset-4"
    >
      {COMPANY.phone}
    </a>
  );
}

interface ToChangeProps {
  /** Where the sender of a booking asks for another day; null for another kind of submission. */
  asksIn: 'here' | 'in My requests' | null;
}

/** How to change a submission that has arrived. */
export const ToChange = ({ asksIn }: ToChangeProps) => (
  <p>
    <span>
      {asksIn === null
        ? 'Need to change something? Call us'
        : `Need another day? Ask for it ${asksIn}. Anything else? Call us`}
    </span>{' '}
    with your reference: <PhoneLink />
  </p>
);
