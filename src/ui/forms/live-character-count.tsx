import { useWatch, type Control, type FieldPath } from 'react-hook-form';
import { CharacterCount } from '../character-count.tsx';
import type { TextValues } from './text-values.ts';

interface LiveCharacterCountProps<Values extends TextValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  max: number;
}

/** Counts while a person types, and draws nothing else anew. */
export function LiveCharacterCount<Values extends TextValues, Output>({ control, name, max }: LiveCharacterCountProps<Values, Output>) {
  const text: string = useWatch({ control, name });
  return <CharacterCount text={text} max={max} />;
}
