import type { ComponentPropsWithRef, ReactElement, Ref } from 'react';
import { Icon } from './icon.tsx';
import type { Elements } from './elements.ts';

export interface FieldProps {
  id: string;
  label: string;
  hint?: string | ReactElement | undefined;
  error?: string | undefined;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** At least 16 px text: below that, phones zoom in on a focused field. */
export const controlClass =
  'w-full rounded-xl border border-control bg-surface px-4 py-3 text-base text-heading placeholder:text-muted ' +
  'aria-invalid:border-2 aria-invalid:border-danger disabled:opacity-60';

/** The attributes that link a control to its hint and its error. */
export function describe({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const described = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ');
  return { 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined };
}

/** A label, a control, its hint and its error. Files are dropped anywhere on it. */
export function Field({
  id,
  label,
  hint,
  error,
  ref,
  children,
}: FieldProps & { ref?: Ref<HTMLDivElement> | undefined; children: Elements }) {
  return (
    <div ref={ref} data-field className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold text-heading">
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId(id)} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId(id)} className="flex items-start gap-1.5 text-sm font-semibold text-danger">
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** A hint that appears with a choice, and is announced then. */
export const Advice = ({ text }: { text: string }) => (
  <span role="alert" className="font-semibold text-heading">
    {text}
  </span>
);

/** A wheel over a focused number input would change its number; React cannot prevent it. */
function ignoreWheel(field: HTMLDivElement): () => void {
  const ignore = (event: WheelEvent) => {
    if (event.target === document.activeElement) event.preventDefault();
  };
  field.addEventListener('wheel', ignore, { passive: false });
  return () => field.removeEventListener('wheel', ignore);
}

export function TextField({
  id,
  label,
  hint,
  error,
  ...input
}: FieldProps & ComponentPropsWithRef<'input'>) {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      ref={input.type === 'number' ? ignoreWheel : undefined}
    >
      <input
        id={id}
        dir="auto"
        className={`${controlClass} min-h-12`}
        {...describe({ id, hint, error })}
        {...input}
      />
    </Field>
  );
}

/** A labelled input of several lines; it grows with its text where the browser supports that. */
export function TextareaField({
  id,
  label,
  hint,
  error,
  ...textarea
}: FieldProps & ComponentPropsWithRef<'textarea'>) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        dir="auto"
        className={`${controlClass} min-h-28 field-sizing-content`}
        {...describe({ id, hint, error })}
        {...textarea}
      />
    </Field>
  );
}

export const fileInputClass =
  'min-w-0 rounded-full file:mr-3 file:min-h-9 pointer-coarse:file:min-h-11 file:rounded-full file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-brand';

interface FileInputProps
  extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'className'> {
  /** Replaces the browser's own text for the chosen file. */
  children?: Elements;
}

export function FileInput({ id, label, hint, error, children, ...input }: FileInputProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div
        className={`${controlClass} grid gap-2 has-aria-invalid:border-2 has-aria-invalid:border-danger has-disabled:opacity-60`}
      >
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

/** How much of a text's limit is used, in the unit that the schema counts. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const length = [...text.trim()].length;
  return (
    <span className={length > max ? 'font-semibold text-danger' : undefined}>
      {`${length}/${max} characters`}
    </span>
  );
}
