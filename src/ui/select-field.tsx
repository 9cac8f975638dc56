import type { ComponentPropsWithRef } from 'react';
import { controlClass, describe, Field, type FieldProps } from './fields.tsx';
import { Icon } from './icon.tsx';

interface SelectFieldProps
  extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> {
  /** Shown while nothing is chosen; without it, one option is always chosen. */
  placeholder?: string;
  /** Value → label, in order. */
  options: Readonly<Record<string, string>>;
  /** The values among them that cannot be chosen. */
  disabledOptions?: readonly string[];
}

export function SelectField({
  id,
  label,
  hint,
  error,
  placeholder,
  options,
  disabledOptions = [],
  ...select
}: SelectFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <select
          id={id}
          className={`${controlClass} min-h-12 appearance-none pr-12`}
          {...describe({ id, hint, error })}
          {...select}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value} disabled={disabledOptions.includes(value)}>
              {text}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          className="pointer-events-none absolute top-1/2 right-4 size-5 [translate:0_-50%] text-muted"
        />
      </div>
    </Field>
  );
}
