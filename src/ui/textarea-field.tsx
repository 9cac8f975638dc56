import type { ComponentPropsWithRef } from 'react';
import { controlClass, describe, Field, type FieldProps } from './field.tsx';

/** A labelled input of several lines; it grows with its text where the browser can. */
export function TextareaField({ id, label, hint, error, ...textarea }: FieldProps & ComponentPropsWithRef<'textarea'>) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea id={id} className={`${controlClass} min-h-28 field-sizing-content`} {...describe({ id, hint, error })} {...textarea} />
    </Field>
  );
}
