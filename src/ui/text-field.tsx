import type { ComponentPropsWithRef } from 'react';
import { controlClass, describe, Field, type FieldProps } from './field.tsx';

/** A labelled one-line input. */
export function TextField({ id, label, hint, error, ...input }: FieldProps & ComponentPropsWithRef<'input'>) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input id={id} className={`${controlClass} min-h-12`} {...describe({ id, hint, error })} {...input} />
    </Field>
  );
}
