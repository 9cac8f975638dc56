import { useMemo, type ComponentPropsWithRef, type ReactNode } from 'react';
import { controlClass, describe, Field, type FieldProps } from './field.tsx';
import { formatBytes } from './format-bytes.ts';
import { Icon } from './icon.tsx';
import { useInputFiles } from './use-input-files.ts';

/** The look of a file input. */
export const fileInputClass =
  'min-w-0 rounded-full file:mr-3 file:min-h-9 file:rounded-full file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-brand';

interface FileFieldProps extends FieldProps, Pick<ComponentPropsWithRef<'input'>, 'accept' | 'required'> {
  file: File | null;
  /** What stands before the file's name. */
  sign?: ReactNode;
  onPick: (picked: File) => void;
  onRemove: () => void;
}

/** Takes one file, by a dialog or dropped onto it, and shows which one it has. */
export function FileField({ id, label, hint, error, file, sign, onPick, onRemove, ...inputProps }: FileFieldProps) {
  const files = useMemo(() => (file ? [file] : []), [file]);
  const input = useInputFiles(files, error);

  const remove = () => {
    onRemove();
    // The button that had the focus is gone.
    input.current?.focus();
  };

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={`${controlClass} grid gap-2`}>
        <input
          ref={input}
          id={id}
          type="file"
          {...inputProps}
          {...describe({ id, hint, error })}
          onChange={({ target }) => {
            const [picked] = target.files ?? [];
            if (picked) onPick(picked);
          }}
          className={`${fileInputClass} ${file ? 'text-transparent' : 'text-muted'}`}
        />
        {file && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {sign ?? <Icon name="clipboard" className="size-5 text-brand" />}
            <span className="min-w-0 flex-1 break-all">
              <strong>{file.name}</strong> <span className="whitespace-nowrap text-muted">{formatBytes(file.size)}</span>
            </span>
            <button type="button" onClick={remove} className="min-h-9 font-semibold text-brand underline underline-offset-4 disabled:opacity-60">
              Remove<span className="sr-only"> {file.name}</span>
            </button>
          </p>
        )}
      </div>
    </Field>
  );
}
