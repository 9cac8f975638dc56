import { useWatch, type Control, type FieldPath } from 'react-hook-form';
import type { TextValues } from './text-values.ts';

interface CharacterCountProps<Values extends TextValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  max: number;
}

/** How much of a text's room is used, in the unit the limit is checked in. */
export function CharacterCount<Values extends TextValues, Output>({ control, name, max }: CharacterCountProps<Values, Output>) {
  const text: string = useWatch({ control, name });
  const length = [...text.trim()].length;
  return (
    <span className={length > max ? 'font-semibold text-danger' : undefined}>
      {length}/{max} characters
    </span>
  );
}
