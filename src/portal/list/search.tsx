import { useDeferredValue, useMemo, useState } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { matchesAll, parseQuery, type Term } from '../../core/domain/search-query.ts';
import { searchTextOf } from '../../core/domain/search-text.ts';
import type { Filter } from '../sync/use-rows.ts';
import { controlClass } from '../../ui/fields.tsx';
import type { ListScreen, ListSearchText } from './list-screen.ts';
import { useListParams, useTypedParam } from './list-address.ts';

/** Makes the search text of a row. */
export const searchTextMaker =
  <E extends Entity>({ fields, narrowing }: ListScreen<E>) =>
  (row: RowOf<E>): ListSearchText => ({
    text: searchTextOf(fields, row),
    facets: narrowing?.facetsOf(row),
  });

export interface ListSearch<E extends Entity> {
  text: string;
  setText: (text: string) => void;
  /** True while the field has the focus: the search texts are prepared before the first key. */
  setFocused: (focused: boolean) => void;
  /** The query; empty for none. */
  terms: readonly Term[];
  /** The rows that search and filter keep. Without `matches` when all are kept. */
  filter: Filter<RowOf<E>, ListSearchText>;
  /** Shows the whole list again. */
  clear: () => void;
}

/** A list's search and filter, over this device's rows, as the address has them. */
export function useSearch<E extends Entity>(screen: ListScreen<E>): ListSearch<E> {
  const { narrowing } = screen;
  const [params, change] = useListParams();
  const [text, setText] = useTypedParam('q');
  const [focused, setFocused] = useState(false);
  const sought = useDeferredValue(text);
  const query = params.toString();

  const terms = useMemo(() => parseQuery(sought), [sought]);
  const makeSearchText = useMemo(() => searchTextMaker(screen), [screen]);
  const matches = useMemo(() => {
    const narrows = narrowing?.matcherOf(new URLSearchParams(query)) ?? null;
    if (terms.length === 0 && !narrows) return undefined;
    return ({ text, facets }: ListSearchText) =>
      (!narrows || narrows(facets)) && matchesAll(text, terms);
  }, [terms, narrowing, query]);

  return {
    text,
    setText,
    setFocused,
    terms,
    filter: { searchTextOf: makeSearchText, isWanted: focused || matches !== undefined, matches },
    clear: () => {
      setText('');
      change(Object.fromEntries(['q', ...(narrowing?.params ?? [])].map((name) => [name, ''])));
    },
  };
}

interface SearchFieldProps {
  label: string;
  search: Pick<ListSearch<never>, 'text' | 'setText' | 'setFocused'>;
}

/** Searches this device's rows while a person types. */
export function SearchField({ label, search: { text, setText, setFocused } }: SearchFieldProps) {
  return (
    <input
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={text}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onChange={(event) => setText(event.target.value)}
      className={`${controlClass} min-h-12`}
    />
  );
}
