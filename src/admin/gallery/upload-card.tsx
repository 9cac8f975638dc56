import { LIMITS } from '../../core/domain/limits.ts';
import { buttonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CATEGORY_OPTIONS } from './category-options.ts';
import { PicturePicker } from './picture-picker.tsx';
import { UploadFailures } from './upload-failures.tsx';
import { useUploadForm } from './use-upload-form.ts';

/** Adds images to the gallery, several at a time. */
export function UploadCard() {
  const { form, ref, files, fileError, progress, failures, pick, submit } = useUploadForm();
  const isBusy = progress !== null;
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl font-bold">Upload Images</h2>
      <UploadFailures failures={failures} />
      <form ref={ref} noValidate className="grid gap-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-5 lg:grid-cols-2">
          <legend className="sr-only">Images</legend>
          <PicturePicker files={files} error={fileError} onPick={pick} />
          <div className="grid content-start gap-5">
            <SelectField id="gallery-category" label="Category" options={CATEGORY_OPTIONS} {...form.register('category')} />
            <TextField
              id="gallery-alt"
              label="Alt Text"
              placeholder="Describe the image(s)"
              maxLength={LIMITS.altText.max}
              required
              error={form.formState.errors.alt?.message}
              {...form.register('alt')}
            />
          </div>
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
            {isBusy ? 'Uploading...' : 'Upload Images'}
          </button>
          <p role="status" className="text-sm text-muted empty:hidden">
            {isBusy && progress.ready < progress.of && `Preparing ${progress.ready + 1} of ${progress.of}`}
          </p>
        </div>
      </form>
    </Card>
  );
}
