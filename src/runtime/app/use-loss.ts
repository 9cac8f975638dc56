import { useLiveQuery } from 'dexie-react-hooks';
import { db } from '../outbox/outbox.ts';

/** True while a loss of this device's storage is noticed and not acknowledged. */
export function useLoss(): boolean {
  return useLiveQuery(() => db.facts.get('loss').then(Boolean, () => false)) ?? false;
}
