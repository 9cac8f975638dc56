import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  useForm,
  useWatch,
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type ResolverOptions,
  type UseFormReturn,
} from 'react-hook-form';
import { CharacterCount } from './fields.tsx';

export { useUnsavedLock } from './use-unsaved-lock.ts';

/** The values of a form of text fields: field name → text. */
export type TextValues = Record<string, string>;

/** A schema that makes a form's output from any input. */
export interface TextSchema<Output> {
  _zod: { output: Output; input: unknown };
}

/** The value of a control whose content the browser cannot read, such as half a date. */
const UNREADABLE = 'unreadable';

/**
 * The values of a check, in which a control that the browser cannot read is not empty, as its
 * value says.
 */
function withUnreadable<Values>(
  values: Values,
  fields: ResolverOptions<FieldValues>['fields'],
): Values {
  const found = Object.values(fields).filter(
    (field) => field && 'validity' in field.ref && field.ref.validity?.badInput,
  );
  return { ...values, ...Object.fromEntries(found.map(({ name }) => [name, UNREADABLE])) };
}

/**
 * A form resolver for a domain schema. A schema declares a narrower input than a form holds while
 * it is typed (an unmade choice is an empty text), but parses anything: hence the cast, here and
 * nowhere else.
 */
export function textResolver<Values extends TextValues, Output>(
  schema: TextSchema<Output>,
): Resolver<Values, unknown, Output> {
  const resolve: Resolver<Values, unknown, Output> = zodResolver(
    schema as { _zod: { output: Output; input: Values } },
  );
  return (values, context, options) =>
    resolve(withUnreadable(values, options.fields), context, options);
}

/**
 * A form whose fields are checked at submit. From then on, a field turns wrong when it is left, and
 * right as soon as it is.
 */
export function useTextForm<Values extends TextValues, Output>(
  resolver: Resolver<Values, unknown, Output>,
  defaultValues: Values,
): UseFormReturn<Values, unknown, Output> {
  const form = useForm<Values, unknown, Output>({
    resolver,
    defaultValues: defaultValues as DefaultValues<Values>,
    // Each form focuses its summary, or its first wrong field.
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });
  const { subscribe, getFieldState, trigger } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const field = name as FieldPath<Values> | undefined;
          if (field && getFieldState(field).error) void trigger(field);
        },
      }),
    [subscribe, getFieldState, trigger],
  );
  return form;
}

/**
 * Reads the form's controls into the form library. Autofill and password managers write some values
 * without an event. Call it before validation.
 */
export function readControls<Values extends FieldValues, Output>(
  { getValues, setValue }: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'setValue'>,
  element: HTMLFormElement,
): void {
  for (const [name, value] of Object.entries(getValues())) {
    const control = element.elements.namedItem(name);
    if (!control || !('value' in control) || typeof value !== 'string') continue;
    const shown = control.value as PathValue<Values, Path<Values>>;
    if (shown !== value) setValue(name as Path<Values>, shown, { shouldDirty: true });
  }
}

const NO_ERRORS = {};

/**
 * The errors of a form's fields. The form is drawn again when they change. With the library's
 * `formState` it would be drawn after each check too, and delay the write to the disk.
 */
export function useFieldErrors<Values extends TextValues, Output>({
  subscribe,
}: Pick<UseFormReturn<Values, unknown, Output>, 'subscribe'>): FieldErrors<Values> {
  const [errors, setErrors] = useState<FieldErrors<Values>>(NO_ERRORS);
  useEffect(() => {
    let areNone = true;
    return subscribe({
      formState: { errors: true },
      callback: ({ errors: found = NO_ERRORS }) => {
        const wereNone = areNone;
        areNone = Object.keys(found).length === 0;
        // A copy, because the form mutates its own.
        if (!areNone || !wereNone) setErrors({ ...found });
      },
    });
  }, [subscribe]);
  return errors;
}

/** Checks a field that has an error again when a value changes that its check depends on. */
export function useRecheck<Values extends TextValues, Output>(
  { getFieldState, trigger }: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
  value: string,
): void {
  useEffect(() => {
    if (getFieldState(name).error) void trigger(name);
  }, [getFieldState, trigger, name, value]);
}

interface LiveCharacterCountProps<Values extends TextValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  max: number;
}

/** A counter that is the only part drawn again while a person types. */
export function LiveCharacterCount<Values extends TextValues, Output>({
  control,
  name,
  max,
}: LiveCharacterCountProps<Values, Output>) {
  const text: string = useWatch({ control, name });
  return <CharacterCount text={text} max={max} />;
}

/** Focuses the first invalid field after each attempt to submit. */
export function useFirstProblem(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}
