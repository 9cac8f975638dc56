import type { Creation } from '../../core/domain/creation.ts';
import type { AdminResult } from '../../runtime/portal/admin-actions.ts';
import { notify } from '../../ui/toast.ts';
import { CREATION_TEXTS } from './creation-texts.ts';

/** Tells what became of something new. */
export function announceCreation(entity: Creation['entity'], result: AdminResult): void {
  const { created, failed } = CREATION_TEXTS[entity];
  switch (result.outcome) {
    case 'done':
      return void notify.success('Success', { description: created });
    case 'saved':
      return void notify.info('Saved on this device', { description: 'It is published by itself when the connection is back.' });
    case 'refused':
      return void notify.error('Error', { description: failed(result.message) });
    case 'not-stored':
      return void notify.error('Error', { description: result.message });
  }
}
