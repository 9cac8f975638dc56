import type { ReactNode } from 'react';
import { SubmitButton } from './submit-button.tsx';

interface FormShellProps {
  submitLabel: string;
  /** What is missing before it can be sent, as the form says it. */
  missing?: string | undefined;
  /** The fields, disabled. */
  children: ReactNode;
}

/**
 * A form's place while its code loads: its fields in their own size. It can't be sent, so that an early tap never puts
 * what was typed into the address.
 */
export function FormShell({ submitLabel, missing, children }: FormShellProps) {
  return (
    <form className="grid gap-8">
      {children}
      <SubmitButton missing={missing} disabled>
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
