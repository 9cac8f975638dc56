import type { Entity } from '../../core/domain/entities.ts';
import type { AdminResult } from '../../runtime/portal/admin-actions.ts';
import { notify } from '../../ui/toast.ts';
import { DELETION_TEXTS } from './deletion-texts.ts';

/** Tells what became of a deletion. One that waits on the device is told by its list, for as long as it waits. */
export function announceDeletion(entity: Entity, count: number, result: AdminResult): void {
  const { deleted, failed } = DELETION_TEXTS[entity];
  switch (result.outcome) {
    case 'done':
      return void notify.success('Success', { description: deleted(count) });
    case 'refused':
      return void notify.error('Error', { description: failed(result.message) });
    case 'not-stored':
      return void notify.error('Error', { description: result.message });
    case 'saved':
    case 'withdrawn':
  }
}
