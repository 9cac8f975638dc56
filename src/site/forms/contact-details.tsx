import { TextField } from '../../ui/fields.tsx';
import type { Binding } from './form-shell.tsx';

/** The fields by which the office reaches a visitor. Phones show the keyboard that fits. */

export const EmailField = (binding: Binding) => (
  <TextField
    {...binding}
    label="Email"
    type="email"
    inputMode="email"
    autoComplete="email"
    required
  />
);

export const PhoneField = (binding: Binding & { label: string }) => (
  <TextField {...binding} type="tel" inputMode="tel" autoComplete="tel" required />
);
