import { useEffect } from 'react';
import { isAwaited, type AdminResult } from '../../runtime/portal/admin-actions.ts';
import { onAdminDecided, type Decided } from '../../runtime/portal/decisions.ts';
import { announceCreations } from '../create/announce-creations.ts';
import { announceDeletion } from './announce-deletion.ts';

function announce({ entry, decision }: Decided): void {
  if (entry.kind === 'delete' && entry.ofDiscarded) return;
  const result: AdminResult =
    decision.outcome === 'done' ? decision : { outcome: 'refused', message: decision.attention.message };
  if (entry.kind === 'delete') announceDeletion(entry.entity, entry.rows.length, result);
  else announceCreations(entry.creation.entity, [result]);
}

/** Tells, on whatever screen, what became of a change that waited. A screen that waits for it tells that itself. */
export function useDecisionToasts(): void {
  useEffect(() => onAdminDecided((decided) => isAwaited(decided.entry.id) || announce(decided)), []);
}
