import type { ComponentPropsWithRef, ReactNode } from 'react';
import { controlClass, describe, Field, type FieldProps } from './field.tsx';

/** The look of a file input. */
export const fileInputClass =
  'min-w-0 rounded-full file:mr-3 file:min-h-9 file:rounded-full file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-brand';

interface FileInputProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'className'> {
  /** Stands in for the browser's own words on what was picked. */
  children?: ReactNode;
}

/** A labelled file input. */
export function FileInput({ id, label, hint, error, children, ...input }: FileInputProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={`${controlClass} grid gap-2`}>
        <input
          id={id}
          type="file"
          {...describe({ id, hint, error })}
          {...input}
          className={`${fileInputClass} ${children ? 'text-transparent' : 'text-muted'}`}
        />
        {children}
      </div>
    </Field>
  );
}
