import { useWatch, type FieldPath, type FieldPathValue } from 'react-hook-form';
import { DETAILS, useDetails } from '../../runtime/details.ts';
import type { TextValues } from '../../ui/text-form.tsx';
import { REMEMBER_ROOM } from './form-shell.tsx';
import type { SubmissionFormState } from './use-submission-form.ts';

type Detail = (typeof DETAILS)[number];

/** The fields that the form asks for. */
const detailsOf = (names: readonly string[]): Detail[] =>
  DETAILS.filter((name) => names.includes(name));

/**
 * Fills blank fields with the details remembered on this device, then focuses the next blank field,
 * or else the last one filled. It stands beside the first label, so that nothing moves.
 */
export function UseDetails<Values extends TextValues, Output>({
  state: { form, names, hasField, focus },
}: {
  state: SubmissionFormState<Values, Output>;
}) {
  const details = useDetails();
  const asked = detailsOf(names) as FieldPath<Values>[];
  const typed: readonly string[] = useWatch({ control: form.control, name: asked });
  const offered = asked.flatMap((name, i) => {
    const text = details?.[name as Detail];
    return text && typed[i] === '' ? [{ name, text }] : [];
  });
  if (offered.length === 0) return null;

  const use = () => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    for (const { name, text } of offered)
      form.setValue(name, text as FieldPathValue<Values, typeof name>, options);
    const last = names.findLastIndex((name) => asked.includes(name));
    const next =
      names.slice(last + 1).find((name) => hasField(name) && form.getValues(name) === '') ??
      offered.at(-1)?.name;
    if (next) focus(next);
  };
  return (
    <button
      type="button"
      onClick={use}
      className="absolute top-0 right-0 min-h-6 font-semibold text-brand underline underline-offset-4"
    >
      Use my details
    </button>
  );
}

interface RememberMeProps {
  names: readonly string[];
  disabled: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Asks whether this device may remember the visitor's details. */
export function RememberMe({ names, disabled, checked, onChange }: RememberMeProps) {
  const text = detailsOf(names)
    .join(', ')
    .replace(/, (\w+)$/, ' and $1');
  return (
    <label className={`flex items-start gap-3 ${REMEMBER_ROOM}`}>
      <input
        type="checkbox"
        disabled={disabled}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-6 shrink-0 accent-brand"
      />
      <span>
        <span className="block font-semibold text-heading">Remember me on this device</span>
        <span className="block text-sm text-muted">
          <span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>, on this device only. You can
          delete them in My requests.
        </span>
      </span>
    </label>
  );
}
