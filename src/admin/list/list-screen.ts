import type { ComponentType } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { LateAlert } from '../../runtime/portal/use-alerts.ts';

export interface RowProps<E extends Entity> {
  row: RowOf<E>;
  /** The e-mail about this row, when it did not go out. */
  alert: LateAlert | undefined;
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
  /** All that a search looks through, in lower case. */
  searchText: (row: RowOf<E>) => string;
  /** How a row is called. */
  nameOf: (row: RowOf<E>) => string;
  Card: ComponentType<RowProps<E>>;
}
