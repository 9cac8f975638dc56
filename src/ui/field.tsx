import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** 16 px text at least: below that, phones zoom in when a field gets the focus. */
export const controlClass =
  'w-full rounded-xl border border-control bg-surface px-4 py-3 text-base text-heading ' +
  'aria-invalid:border-2 aria-invalid:border-danger disabled:opacity-60';

/** The attributes that tie a control to its hint and its error. */
export function describe({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const described = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ');
  return { 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined };
}

/** A label, a control, its hint and its error. */
export function Field({ id, label, hint, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
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
          {error}
        </p>
      )}
    </div>
  );
}
