import { useEffect } from 'react';
import type { ChangeOutcome } from '../../core/changes/pending.ts';
import type { Decided } from '../../core/store/admin-rows.ts';
import { isAwaited } from '../../runtime/portal/change-commands.ts';
import { onChangeDecided } from '../../runtime/portal/decided-changes.ts';
import { announceCreations } from '../create/announce-creations.ts';
import { announceDeletion } from './deletion-texts.ts';

function announce(change: Decided): void {
  if (isAwaited(change.id)) return;
  const { refusal } = change;
  const outcome: ChangeOutcome = refusal ? { outcome: 'refused', attention: refusal } : { outcome: 'done' };
  if (change.kind === 'create') announceCreations(change.entity, [outcome]);
  else if (!change.ofDiscarded) announceDeletion(change.entity, change.count, outcome);
}

/** Tells, on whatever screen, what became of a change that waited. A screen that waits for it tells that itself. */
export function useDecisionToasts(): void {
  useEffect(() => onChangeDecided(announce), []);
}
