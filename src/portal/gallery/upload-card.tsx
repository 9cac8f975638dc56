import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { GALLERY_CATEGORIES } from '../../core/domain/gallery.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { useInputFiles } from '../../ui/file-field.tsx';
import { Card } from '../../ui/card.tsx';
import { controlClass, describe, Field, fileInputClass, TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { buttonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSpaced } from '../../ui/use-spaced.ts';
import { useWaitingAdditions } from '../list/use-waiting.ts';
import { useUploadForm, type ChosenPicture, type UploadFailure } from './use-upload.ts';

/** The categories as options of a select. */
export const CATEGORY_OPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  GALLERY_CATEGORIES.map((category) => [category, category]),
);

/** The files that were not uploaded, each with its reason. */
function UploadFailures({ failures }: { failures: readonly UploadFailure[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {failures.length > 0 && (
        <Notice tone="error" title={`${failures.length} file(s) not uploaded`}>
          <ul className="grid gap-1.5 wrap-anywhere">
            {failures.map(({ name, message }, index) => (
              <li key={index}>
                <strong dir="auto">{name}</strong>
                <span>{`: ${message}`}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

const swapId = (id: string) => `swap-${id}`;

interface ChosenPicturesProps {
  pictures: readonly ChosenPicture[];
  /** How many of them are stored on this device; null before the upload. */
  stored: number | null;
  /** Swaps before and after of a picture's pair; null while they are no pairs. */
  onSwap: ((id: string) => void) | null;
  onRemove: (id: string) => void;
  onDescribe: (id: string, alt: string) => void;
}

/** The chosen pictures, each to view, describe and remove. */
function ChosenPictures({ pictures, stored, onSwap, onRemove, onDescribe }: ChosenPicturesProps) {
  const removeButtons = useRef(new Map<string, HTMLButtonElement>());

  const remove = (id: string) => {
    const place = pictures.findIndex((picture) => picture.id === id);
    const next = pictures[place + 1] ?? pictures[place - 1];
    onRemove(id);
    // The focused button is removed.
    (next ? removeButtons.current.get(next.id) : document.getElementById(ID))?.focus();
  };

  const swap = (place: number) => {
    const after = pictures[place + 1];
    if (!after) return;
    flushSync(() => onSwap?.(after.id));
    // The button belongs to the picture that was before.
    document.getElementById(swapId(after.id))?.focus();
  };

  if (pictures.length === 0) return null;
  return (
    <ul
      aria-label="Chosen images"
      className="grid divide-y divide-line rounded-2xl border border-line px-3 wide:col-span-2"
    >
      {pictures.map(({ id, file, alt }, place) => (
        <li
          key={id}
          // Within a pair no line separates the two.
          className={`flex items-center gap-3 py-2 ${onSwap && place % 2 === 0 ? 'border-b-0!' : ''}`}
        >
          <div className="size-14 shrink-0 overflow-hidden rounded-xl bg-line">
            <LocalPicture picture={file} className="size-full text-transparent" />
          </div>
          <div className="grid min-w-0 flex-1 gap-x-3 gap-y-1 sm:grid-cols-2 sm:items-center">
            <p className="flex min-w-0 items-baseline gap-2 text-sm leading-snug">
              {onSwap && (
                <span className="shrink-0 font-bold text-brand">
                  {place % 2 === 0 ? 'Before' : 'After'}
                </span>
              )}
              <span title={file.name} className="truncate font-semibold text-heading">
                {file.name}
              </span>
              <span className="shrink-0 text-muted">
                {stored === null ? formatBytes(file.size) : place < stored ? 'Saved' : 'Waiting'}
              </span>
            </p>
            <input
              aria-label={`Alt text for ${file.name}`}
              placeholder="Its own alt text"
              maxLength={STAFF_LIMITS.altText.max}
              value={alt}
              onChange={({ target }) => onDescribe(id, target.value)}
              className={`${controlClass} min-h-11 px-3 py-1`}
            />
          </div>
          {onSwap && place % 2 === 0 && (
            <button
              id={swapId(id)}
              type="button"
              aria-label={`Swap before and after: ${file.name}, ${pictures[place + 1]?.file.name ?? ''}`}
              title="Swap before and after"
              onClick={() => swap(place)}
              className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint disabled:opacity-60"
            >
              <Icon name="swap" className="size-5" />
            </button>
          )}
          <button
            ref={(button) => {
              if (button) removeButtons.current.set(id, button);
              return () => void removeButtons.current.delete(id);
            }}
            type="button"
            aria-label={`Remove ${file.name}`}
            title="Remove"
            onClick={() => remove(id)}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint disabled:opacity-60"
          >
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const ID = 'gallery-files';
const HINT = 'Large photos are made smaller on this device, and where they were taken is removed.';

interface PicturePickerProps {
  files: readonly File[];
  error: string | undefined;
  onPick: (files: readonly File[]) => void;
}

/** Takes any number of images, by a dialog or by drop. */
function PicturePicker({ files, error, onPick }: PicturePickerProps) {
  const input = useInputFiles(files, error);
  const pick = ({ files: picked }: HTMLInputElement) => {
    // Some browsers empty the input when a second dialog is cancelled.
    if (picked && picked.length > 0) onPick([...picked]);
  };
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
          onChange={({ target }) => pick(target)}
          className={`${fileInputClass} text-transparent`}
        />
        <p aria-live="polite" className={files.length > 0 ? 'font-semibold' : 'text-muted'}>
          {`${files.length} file(s) selected`}
        </p>
      </div>
    </Field>
  );
}

interface JoinPicturesProps {
  joins: boolean;
  count: number;
  onChange: (joins: boolean) => void;
}

/** Asks whether each two pictures show one view before and after. */
function JoinPictures({ joins, count, onChange }: JoinPicturesProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 wide:col-span-2">
      <input
        type="checkbox"
        checked={joins}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-6 shrink-0 accent-brand"
      />
      <span className="min-w-0">
        <span className="block font-semibold text-heading">
          {count === 1
            ? 'Publish both as one pair to compare'
            : `Publish as ${count} pairs to compare`}
        </span>
        <span className="text-sm text-muted">
          {`${count === 1 ? 'The first' : 'The first of each two'} is Before, the second After. Both are cut to the same shape; visitors uncover one or the other with a slider.`}
        </span>
      </span>
    </label>
  );
}

/** The pause between two announcements of how many are left. */
const LEFT_EVERY_MS = 5000;

/** Adds images to the gallery, several at a time. */
export function UploadCard() {
  const {
    form,
    ref,
    pictures,
    fileError,
    progress,
    failures,
    isUnkept,
    pairing,
    isOneLeft,
    swap,
    pick,
    remove,
    describe: describePicture,
    submit,
  } = useUploadForm();
  const files = useMemo(() => pictures.map(({ file }) => file), [pictures]);
  const isBusy = progress !== null;
  const isSaving = progress !== null && progress.stored < progress.of;
  const left = useWaitingAdditions('gallery_images').length;
  const leftText = isBusy && !isSaving && left > 0 ? `${left} left` : '';
  const spacedLeft = useSpaced(leftText, LEFT_EVERY_MS);
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl font-bold">Upload Images</h2>
      <UploadFailures failures={failures} />
      <LeaveGuard isUnkept={isUnkept} />
      <form ref={ref} noValidate className="grid gap-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-5 wide:grid-cols-2">
          <legend className="sr-only">Images</legend>
          <PicturePicker files={files} error={fileError} onPick={pick} />
          <div className="grid content-start gap-5">
            <SelectField
              id="gallery-category"
              label="Category"
              options={CATEGORY_OPTIONS}
              {...form.register('category')}
            />
            <TextField
              id="gallery-alt"
              label="Alt Text"
              placeholder="Describe the image(s)"
              maxLength={STAFF_LIMITS.altText.max}
              required
              error={form.formState.errors.alt?.message}
              {...form.register('alt')}
            />
          </div>
          {pairing && <JoinPictures {...pairing} />}
          {isOneLeft && (
            <p className="text-sm text-muted wide:col-span-2">
              An even number of images can be published as pairs to compare.
            </p>
          )}
          <ChosenPictures
            pictures={pictures}
            // Two pictures of a pair are stored as one.
            stored={progress && pairing?.joins ? progress.stored * 2 : (progress?.stored ?? null)}
            onSwap={pairing?.joins ? swap : null}
            onRemove={remove}
            onDescribe={describePicture}
          />
        </fieldset>
        {/* Within reach of the thumb below any number of pictures. */}
        <div className="sticky short:static bottom-[calc(var(--portal-bar)+env(safe-area-inset-bottom))] z-1 -mx-4 -mb-4 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-b-2xl bg-surface px-4 py-3">
          <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
            {isBusy ? 'Uploading...' : 'Upload Images'}
          </button>
          <p role="status" className="text-sm text-muted empty:hidden">
            {isBusy && (isSaving ? 'Saving on this device' : 'Saved on this device. Sending')}
          </p>
          {/* Not in the status, which would read each picture. */}
          {isBusy && (
            <p className="text-sm text-muted">
              {isSaving ? `${progress.stored + 1} of ${progress.of}` : leftText}
            </p>
          )}
          <p role="status" className="sr-only">
            {leftText && spacedLeft}
          </p>
        </div>
      </form>
    </Card>
  );
}
