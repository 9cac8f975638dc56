import { useDeferredValue, useMemo, useState } from 'react';

export interface Search<Row> {
  text: string;
  setText: (text: string) => void;
  /** Whether a row holds every word that is searched for; undefined when nothing is. */
  matches: ((row: Row) => boolean) | undefined;
}

/** All that a search looks through in one text. Numbers and references are found with and without their separators. */
export const searchable = (...texts: (string | null)[]): string =>
  texts
    .flatMap((text) => (text === null ? [] : [text, text.replaceAll(/[\s-]/g, '')]))
    .join('\n')
    .toLowerCase();

/** A search over what is on this device, by the words a person types. `textOf` gives a row's text, in lower case. */
export function useSearch<Row>(textOf: (row: Row) => string): Search<Row> {
  const [text, setText] = useState('');
  const sought = useDeferredValue(text).trim().toLowerCase();

  const matches = useMemo(() => {
    if (sought === '') return undefined;
    const words = sought.split(/\s+/);
    return (row: Row) => {
      const all = textOf(row);
      return words.every((word) => all.includes(word));
    };
  }, [sought, textOf]);
  return { text, setText, matches };
}
