import { useDeferredValue, useMemo } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { matchesAll, parseQuery, type Term } from '../../core/domain/search-query.ts';
import { searchTextOf } from '../../core/domain/search-text.ts';
import { currentLists } from '../sync/use-lists.ts';
import { controlClass } from '../../ui/fields.tsx';
import { inSlices } from './in-slices.ts';
import type { ListScreen } from './list-screen.ts';
import { useListParams, useTypedParam } from './list-address.ts';
import type { Matches } from './use-filtered.ts';

const texts = new WeakMap<object, string>();

/** The search text of a row, made once a revision. */
export function textOf<E extends Entity>({ fields }: ListScreen<E>, row: ReplicaRow<E>): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = searchTextOf(fields, row);
  texts.set(row, text);
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
  const { entity, filter } = screen;
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
      (!passes || passes(row)) && (terms.length === 0 || matchesAll(textOf(screen, row), terms));
  }, [terms, filter, choices, screen]);

  return {
    text,
    setText,
    prepare: () =>
      void inSlices(currentLists().tables[entity].rows, (row) =>
        textOf(screen, row as ReplicaRow<E>),
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
