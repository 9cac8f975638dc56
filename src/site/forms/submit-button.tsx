import { useId } from 'react';
import { buttonClass } from '../../ui/button.ts';

interface SubmitButtonProps {
  children: string;
  busy?: boolean;
  /** What has to be done first. A button that waits for it can still be pressed, and then says it again. */
  missing?: string | undefined;
  disabled?: boolean;
}

/** The button that sends a form, with what is missing beneath it. */
export function SubmitButton({ children, busy = false, missing, disabled = false }: SubmitButtonProps) {
  const hintId = useId();
  return (
    <div className="grid gap-2 sm:justify-items-start">
      <button
        type="submit"
        disabled={disabled}
        aria-disabled={busy || missing !== undefined}
        aria-describedby={missing && hintId}
        className={`${buttonClass('primary')} text-lg`}
      >
        {children}
      </button>
      {missing && (
        <p id={hintId} className="text-sm text-muted">
          {missing}
        </p>
      )}
    </div>
  );
}
