import type { ComponentType } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { OverdueAlert } from '../sync/use-alerts.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import type { Tally } from '../sync/use-rows.ts';

export interface RowProps<E extends Entity> {
  row: RowOf<E>;
  /** The email about this row, when it did not go out. */
  alert: OverdueAlert | undefined;
}

/** What one list of the portal has of its own. */
export interface ListScreen<E extends Entity> {
  entity: E;
  title: string;
  subtitle: string;
  empty: string;
  /** Told when the server did not give the list. */
  fetchFailed: string;
  searchLabel: string;
  /** All that a search looks through, and what is printed and exported of a row. */
  fields: readonly RowField<RowOf<E>>[];
  /** How the list is narrowed, besides by the search. */
  narrowing?: Narrowing<RowOf<E>>;
  /** Prints something else than the list, if there is anything else to print. */
  Print?: ComponentType<PrintProps<E>>;
  /** How a row is called. */
  nameOf: (row: RowOf<E>) => string;
  Card: ComponentType<RowProps<E>>;
}

/** How a list is narrowed besides by its search. What is chosen stands in the address. */
export interface Narrowing<Row> {
  /** The names under which it stands there. */
  params: readonly string[];
  /** What it asks of a row. */
  facetsOf: (row: Row) => unknown;
  /** Tells the rows to leave by their facets; null when all stay. */
  matcherOf: (params: URLSearchParams) => ((facets: unknown) => boolean) | null;
  /** Where it is chosen. */
  Fields: ComponentType;
}

/** What is printed: all rows of a list that its search and its filter leave. */
export interface PrintProps<E extends Entity> {
  screen: ListScreen<E>;
  /** Leaves those. */
  matches: ((searchText: ListSearchText) => boolean) | undefined;
  /** How many that are, of how many; null for all. */
  tally: Tally | null;
}

/** What a list is searched and narrowed by, of one row. */
export interface ListSearchText {
  text: string;
  /** What the list's own filter asks of it. */
  facets: unknown;
}
