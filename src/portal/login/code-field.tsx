import type { Ref } from 'react';
import { TextField } from '../../ui/fields.tsx';

const INCOMPLETE = 'Please enter the six digits that your app shows';

/** The digits of a typed code, without the space that apps show; or why it cannot be one. */
export function readCode(typed: unknown): { code: string } | { problem: string } {
  const code = String(typed ?? '').replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? { code } : { problem: INCOMPLETE };
}

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  error: string | undefined;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

/** A code of the second factor. */
export const CodeField = ({ ref, error, autoFocus }: CodeFieldProps) => (
  <TextField
    ref={ref}
    id="code"
    name="code"
    label="Code from your authenticator app"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCorrect="off"
    spellCheck={false}
    maxLength={9}
    autoFocus={autoFocus}
    hint="The six digits that it shows now. They change every half minute."
    error={error}
  />
);
