import type { ComponentType } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { OverdueAlert } from './use-alerts.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import type { Tally } from './use-entity-list.ts';
import type { Matches } from './use-filtered.ts';

export interface RowProps<E extends Entity> {
  row: ReplicaRow<E>;
  /** The row's alert, if it was not sent. */
  alert: OverdueAlert | undefined;
}

/** The differences of a portal list from the others. */
export interface ListScreen<E extends Entity> {
  entity: E;
  title: string;
  subtitle: string;
  empty: string;
  /** Tells how the list gets its first row. */
  emptyHint: string;
  /** The toast after the server failed to send the list. */
  fetchFailed: string;
  searchLabel: string;
  /** The fields of a row for search, print and export. */
  fields: readonly RowField<ReplicaRow<E>>[];
  /** The list whose rows the fields name by their ids; absent, none. */
  namedIn?: Entity;
  /** Keeps the rows that it has newest first, without search and filter; absent, every row. */
  isListed?: Matches<ReplicaRow<E>>;
  /** The list's own filter, beside the search. */
  filter?: ListFilter<ReplicaRow<E>>;
  /** The print button, where it prints something other than the list. */
  Print?: ComponentType<PrintProps<E>>;
  /** Commands for the selected rows, besides deleting them. */
  SelectionCommands?: ComponentType<SelectionCommandsProps<E>>;
  /** A notice in the dialog that deletes the selected rows. */
  DeletionNotice?: ComponentType<SelectionCommandsProps<E>>;
  nameOf: (row: ReplicaRow<E>) => string;
  Card: ComponentType<RowProps<E>>;
  /** The card is a `CompactRow`. */
  isCompact?: boolean;
}

/** A list's own filter. The address holds its choices. */
export interface ListFilter<Row> {
  /** Their names in the address. */
  params: readonly string[];
  /** A predicate for the rows to keep; null keeps every row. */
  matcherOf: (params: URLSearchParams) => Matches<Row> | null;
  Fields: ComponentType;
}

export interface SelectionCommandsProps<E extends Entity> {
  rows: readonly ReplicaRow<E>[];
  onDone: () => void;
}

/** The rows to print or export: those that search and filter keep. */
export interface PrintProps<E extends Entity> {
  screen: ListScreen<E>;
  /** Keeps a row; absent, every row stays. */
  matches: Matches<ReplicaRow<E>> | undefined;
  /** Their number, of how many; null without a search or filter, and while it runs. */
  tally: Tally | null;
}
