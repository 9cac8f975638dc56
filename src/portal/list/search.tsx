import { useDeferredValue, useMemo } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { matchesAll, parseQuery, type Term } from '../../core/domain/search-query.ts';
import { searchTextOf } from '../../core/domain/search-text.ts';
import { currentLists, useLists } from '../sync/use-lists.ts';
import { controlClass } from '../../ui/fields.tsx';
import { inSlices } from './in-slices.ts';
import type { ListScreen } from './list-screen.ts';
import { useListParams, useTypedParam } from './list-address.ts';
import type { Matches } from './use-filtered.ts';

/** The rows' texts, by the state of the list that their fields name. */
const texts = new WeakMap<object, WeakMap<object, string>>();

const NO_NAMES = {};

/** The search text of a row, made once for each revision of the row and of the names in it. */
export function textOf<E extends Entity>(
  { fields }: ListScreen<E>,
  row: ReplicaRow<E>,
  names: object = NO_NAMES,
): string {
  const made = texts.get(names) ?? new WeakMap<object, string>();
  texts.set(names, made);
  const known = made.get(row);
  if (known !== undefined) return known;
  const text = searchTextOf(fields, row);
  made.set(row, text);
  return text;
}

export interface ListSearch<E extends Entity> {
  text: string;
  setText: (text: string) => void;
  /** Makes the search texts, before the first key. */
  prepare: () => void;
  /** The query; empty for none. */
  terms: readonly Term[];
  /** The terms are not yet those of the text. */
  isTyping: boolean;
  /** Keeps the rows of search and filter; undefined when all are kept. */
  matches: Matches<ReplicaRow<E>> | undefined;
  /** Shows the whole list again. */
  clear: () => void;
}

/** A list's search and filter, as the address has them. */
export function useSearch<E extends Entity>(screen: ListScreen<E>): ListSearch<E> {
  const { entity, filter, namedIn } = screen;
  const names: object = useLists(({ tables }) => (namedIn ? tables[namedIn].rows : NO_NAMES));
  const [params, change] = useListParams();
  const [text, setText] = useTypedParam('q');
  const sought = useDeferredValue(text);
  const choices = new URLSearchParams(
    filter?.params.map((name) => [name, params.get(name) ?? '']),
  ).toString();

  const terms = useMemo(() => parseQuery(sought), [sought]);
  const matches = useMemo(() => {
    const passes = filter?.matcherOf(new URLSearchParams(choices)) ?? null;
    if (terms.length === 0 && !passes) return undefined;
    return (row: ReplicaRow<E>) =>
      (!passes || passes(row)) &&
      (terms.length === 0 || matchesAll(textOf(screen, row, names), terms));
  }, [terms, filter, choices, screen, names]);

  return {
    text,
    setText,
    prepare: () =>
      void inSlices(currentLists().tables[entity].rows, (row) =>
        textOf(screen, row as ReplicaRow<E>, names),
      ),
    terms,
    isTyping: text !== sought,
    matches,
    clear: () => {
      setText('');
      change(Object.fromEntries(['q', ...(filter?.params ?? [])].map((name) => [name, ''])));
    },
  };
}

interface SearchFieldProps {
  label: string;
  search: Pick<ListSearch<never>, 'text' | 'setText' | 'prepare'>;
}

/** Searches this device's rows while a person types. */
export function SearchField({ label, search: { text, setText, prepare } }: SearchFieldProps) {
  return (
    <input
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={text}
      onFocus={prepare}
      onChange={(event) => setText(event.target.value)}
      className={`${controlClass} min-h-12`}
    />
  );
}
