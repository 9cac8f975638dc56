import { useDeferredValue, useMemo, useState } from 'react';
import type { Filter } from '../../runtime/portal/use-rows.ts';

export interface Search<Row> {
  text: string;
  setText: (text: string) => void;
  /** Whether a person is in the field: what will be searched is made ready before the first key. */
  setFocused: (focused: boolean) => void;
  /** Leaves the rows that hold every word that is searched for. Without `matches` when nothing is. */
  filter: Filter<Row>;
}

/** All that a search looks through in one text. Numbers and references are found with and without their separators. */
export function searchable(...texts: (string | null)[]): string {
  const all = texts.filter((text) => text !== null).join('\n').toLowerCase();
  return `${all}\n${all.replaceAll(/[^\S\n]|-/g, '')}`;
}

/** A search over what is on this device, by the words a person types. `textOf` gives a row's text, in lower case. */
export function useSearch<Row>(textOf: (row: Row) => string): Search<Row> {
  const [text, setText] = useState('');
  const [focused, setFocused] = useState(false);
  const sought = useDeferredValue(text).trim().toLowerCase();

  const matches = useMemo(() => {
    if (sought === '') return undefined;
    const words = sought.split(/\s+/);
    return (all: string) => words.every((word) => all.includes(word));
  }, [sought]);
  return { text, setText, setFocused, filter: { textOf: focused || matches ? textOf : undefined, matches } };
}
