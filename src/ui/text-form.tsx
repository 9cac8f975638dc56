import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  useWatch,
  type Control,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { CharacterCount } from './fields.tsx';

/** What a form of text fields holds while it is typed: field name → text. */
export type TextValues = Record<string, string>;

export const isBlank = (values: TextValues) => Object.values(values).every((text) => text === '');

/** Whether every field holds the same text in both. */
export const isSame = <Values extends TextValues>(one: Values, other: Values) =>
  Object.keys(one).every((name) => one[name] === other[name]);

/** What is typed, with what else there is for the fields that are still blank. */
export function fillBlanks<Values extends TextValues>(
  typed: Values,
  offered: Partial<Values>,
): Values {
  const blanks = Object.entries(offered).filter(([name]) => typed[name] === '');
  return { ...typed, ...Object.fromEntries(blanks) };
}

/**
 * Fills a form's fields from something stored earlier, perhaps by another release: unknown fields and values that are
 * no text are left out. Null when nothing is left.
 */
export function fillFrom<Values extends TextValues>(empty: Values, stored: unknown): Values | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const texts = Object.entries(stored).filter(
    ([name, value]) => name in empty && typeof value === 'string',
  );
  const filled = { ...empty, ...Object.fromEntries(texts) };
  return isBlank(filled) ? null : filled;
}

/** A schema that makes a form's output of whatever it is given. */
export interface TextSchema<Output> {
  _zod: { output: Output; input: unknown };
}

/**
 * Checks a form's texts with a domain schema. A schema declares a narrower input than a form holds while it is typed (a
 * choice not yet made is an empty text), but reads anything: hence the cast, here and nowhere else.
 */
export function textResolver<Values extends TextValues, Output>(
  schema: TextSchema<Output>,
): Resolver<Values, unknown, Output> {
  return zodResolver(schema as { _zod: { output: Output; input: Values } });
}

/**
 * Takes over the values that a form's controls show. Autofill and password managers write some without an event, so the form library
 * has not heard of them. Call it before the form is checked.
 */
export function readControls<Values extends FieldValues, Output>(
  { getValues, setValue }: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'setValue'>,
  element: HTMLFormElement,
): void {
  for (const [name, held] of Object.entries(getValues())) {
    const control = element.elements.namedItem(name);
    if (!control || !('value' in control) || typeof held !== 'string') continue;
    const shown = control.value as PathValue<Values, Path<Values>>;
    if (shown !== held) setValue(name as Path<Values>, shown, { shouldDirty: true });
  }
}

const NO_ERRORS = {};

/**
 * What is wrong with a form's fields. The form is drawn when that changes, and not, as by its `formState`, after each check: what is
 * submitted would wait for it on its way to the disk.
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
        // A copy: the form changes its own.
        if (!areNone || !wereNone) setErrors({ ...found });
      },
    });
  }, [subscribe]);
  return errors;
}

interface LiveCharacterCountProps<Values extends TextValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  max: number;
}

/** Counts while a person types, and draws nothing else anew. */
export function LiveCharacterCount<Values extends TextValues, Output>({
  control,
  name,
  max,
}: LiveCharacterCountProps<Values, Output>) {
  const text: string = useWatch({ control, name });
  return <CharacterCount text={text} max={max} />;
}

/** For a form: leads to its first field that is marked as wrong, each time it was tried to be sent. */
export function useFirstProblem(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}

/**
 * Holds the shared lock `unsaved` while a form has text that is not sent, so that no update reloads the page under it.
 * Does nothing where the browser has no locks.
 */
export function useUnsavedLock(held: boolean): void {
  useEffect(() => {
    if (!held || !('locks' in navigator)) return;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    void navigator.locks.request('unsaved', { mode: 'shared' }, () => released);
    return release;
  }, [held]);
}
