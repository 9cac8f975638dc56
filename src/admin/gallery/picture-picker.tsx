import { fileInputClass } from '../../ui/file-input.tsx';
import { controlClass, describe, Field } from '../../ui/field.tsx';
import { useInputFiles } from '../../ui/use-input-files.ts';

const ID = 'gallery-files';
const HINT = 'Large photos are made smaller on this device, and where they were taken is removed.';

interface PicturePickerProps {
  files: readonly File[];
  error: string | undefined;
  onPick: (files: readonly File[]) => void;
}

/** Takes any number of images, by a dialog or dropped onto it. */
export function PicturePicker({ files, error, onPick }: PicturePickerProps) {
  const input = useInputFiles(files, error);
  return (
    <Field id={ID} label="Images" hint={HINT} error={error}>
      <div className={`${controlClass} grid gap-2 border-dashed py-5`}>
        <input
          ref={input}
          id={ID}
          type="file"
          multiple
          accept="image/*"
          required
          {...describe({ id: ID, hint: HINT, error })}
          onChange={({ target }) => onPick([...(target.files ?? [])])}
          className={`${fileInputClass} text-transparent`}
        />
        <p aria-live="polite" className={files.length > 0 ? 'font-semibold' : 'text-muted'}>
          {files.length} file(s) selected
        </p>
      </div>
    </Field>
  );
}
