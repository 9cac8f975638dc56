import { useRef, useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import type { Binding } from './form-shell.tsx';

/** The fields by which the office reaches a visitor. Phones show the keyboard that fits. */

/** Long enough for a tap that left the field: its target must not move. */
const AFTER_TAP_MS = 300;

/** Asks about a likely typing mistake once the field was left. */
export function EmailField(binding: Binding) {
  const input = useRef<HTMLInputElement | null>(null);
  const [suggested, setSuggested] = useState<string | null>(null);

  const ask = async () => {
    const { suggestEmail } = await import('../../core/domain/suggest-email.ts');
    await new Promise((resolve) => setTimeout(resolve, AFTER_TAP_MS));
    setSuggested(suggestEmail(input.current?.value ?? ''));
  };
  const take = (address: string) => {
    if (!input.current) return;
    input.current.value = address;
    void binding.onChange?.({ target: input.current, type: 'change' });
    setSuggested(null);
    // The focused button is removed.
    input.current.focus();
  };

  return (
    <TextField
      {...binding}
      ref={(element) => {
        input.current = element;
        binding.ref?.(element);
      }}
      onChange={(event) => {
        setSuggested(null);
        void binding.onChange?.(event);
      }}
      onBlur={(event) => {
        void binding.onBlur?.(event);
        // Without its code, nothing is asked.
        ask().catch(() => undefined);
      }}
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      hint={
        suggested === null ? undefined : (
          <span>
            Did you mean{' '}
            <button
              type="button"
              onClick={() => take(suggested)}
              className="min-h-6 font-semibold break-all text-brand underline underline-offset-4"
            >
              {suggested}
            </button>
            <span>?</span>
          </span>
        )
      }
      required
    />
  );
}

export const PhoneField = (binding: Binding & { label: string }) => (
  <TextField {...binding} type="tel" inputMode="tel" autoComplete="tel" required />
);
