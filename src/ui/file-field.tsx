import { useEffect, useMemo, useRef, type ComponentPropsWithRef, type RefObject } from 'react';
import { FileInput, type FieldProps } from './fields.tsx';
import { formatBytes } from './format-bytes.ts';
import { Icon } from './icon.tsx';
import type { Elements } from './elements.ts';

/**
 * Keeps a file input in step with its form's files: a dropped or restored file never went through
 * the input, and a refused file would stay in it, so that choosing it again would cause no change
 * event. `refusal`: the form's error for the last choice.
 */
export function useInputFiles(
  files: readonly File[],
  refusal: string | undefined,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
  }, [files, refusal]);
  return input;
}

interface FileFieldProps
  extends FieldProps, Pick<ComponentPropsWithRef<'input'>, 'accept' | 'required'> {
  file: File | null;
  /** The text before the file's name. */
  sign?: Elements;
  onPick: (picked: File) => void;
  onRemove: () => void;
}

/** Takes one file by a dialog or by drop, and shows it. */
export function FileField({ file, sign, onPick, onRemove, ...inputProps }: FileFieldProps) {
  const files = useMemo(() => (file ? [file] : []), [file]);
  const input = useInputFiles(files, inputProps.error);

  const remove = () => {
    onRemove();
    // The focused button is removed.
    input.current?.focus();
  };

  return (
    <FileInput
      ref={input}
      {...inputProps}
      onChange={({ target }) => {
        const [picked] = target.files ?? [];
        if (picked) onPick(picked);
      }}
    >
      {file && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {sign ?? <Icon name="clipboard" className="size-5 text-brand" />}
          <span className="min-w-0 flex-1 break-all">
            <strong dir="auto">{file.name}</strong>{' '}
            <span className="whitespace-nowrap text-muted">{formatBytes(file.size)}</span>
          </span>
          <button
            type="button"
            onClick={remove}
            className="min-h-9 pointer-coarse:min-h-11 font-semibold text-brand underline underline-offset-4 disabled:opacity-60"
          >
            Remove<span className="sr-only">{` ${file.name}`}</span>
          </button>
        </p>
      )}
    </FileInput>
  );
}
