import { useMemo } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { isOverdue } from '../../core/domain/overdue-alert.ts';
import type { WaitCause } from '../../core/domain/reasons.ts';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { adminBackend } from '../../runtime/auth/portal-server.ts';
import { useMinute } from '../sync/clock.ts';
import { syncNow } from '../sync/sync.ts';
import { useList } from '../sync/use-lists.ts';

export interface OverdueAlert {
  recordId: string;
  kind: SubmissionKind;
  /** ISO 8601. */
  createdAt: string;
  /** Why the last attempt failed, or that the mail bounced; null if unknown. */
  reason: string | null;
}

/** More than anybody reads; further ones appear as these are resolved. */
const SHOWN = 200;

/** Submissions whose email to the office needs a person, by record id; newest first. */
export function useOverdueAlerts(): ReadonlyMap<string, OverdueAlert> {
  const now = useMinute();
  const { rows } = useList('alerts');
  return useMemo(() => {
    const late = rows.filter((row) => isOverdue(row, now));
    return new Map(late.slice(0, SHOWN).map((row) => [row.record_id, toAlert(row)]));
  }, [rows, now]);
}

const toAlert = ({
  record_id: recordId,
  kind,
  created_at: createdAt,
  reason,
}: ReplicaRow<'alerts'>): OverdueAlert => ({
  recordId,
  kind: kind as SubmissionKind,
  createdAt,
  reason,
});

/**
 * The outcome of "Send again". `in-progress`: another caller sends the email, for two minutes at
 * most.
 */
export type ResendOutcome =
  | { outcome: 'sent' | 'in-progress' }
  /** `cause`: the reason for a missing answer; null after a refusal. */
  | { outcome: 'not-sent'; cause: WaitCause | null };

/** Asks the server to send the email again. */
export async function resendAlert({ kind, recordId }: OverdueAlert): Promise<ResendOutcome> {
  const result = await adminBackend.sendAlert(kind, recordId);
  void syncNow();
  switch (result.outcome) {
    case 'accepted':
      return { outcome: 'sent' };
    case 'retry':
      return result.reason === 'in-progress'
        ? { outcome: 'in-progress' }
        : { outcome: 'not-sent', cause: result.reason };
    case 'signed-out':
      return { outcome: 'not-sent', cause: 'signed-out' };
    case 'rejected':
      return { outcome: 'not-sent', cause: null };
  }
}
