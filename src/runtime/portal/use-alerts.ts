import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { readUnsentAlerts } from '../../core/sync/read-alerts.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';
import { adminBackend } from './admin-backend.ts';
import { syncNow } from './sync.ts';

export interface LateAlert {
  recordId: string;
  kind: SubmissionKind;
  /** ISO 8601. */
  createdAt: string;
}

const MINUTE = 60_000;
const LATE_MS = 5 * MINUTE;
/** More than anybody reads; the next ones come up as these are dealt with. */
const SHOWN = 200;

/** The submissions whose e-mail to the office has not gone out within five minutes, by the record's id; newest first. */
export function useLateAlerts(): ReadonlyMap<string, LateAlert> {
  const userId = useAdministrator()?.id;
  const now = useMinute();
  const late = useLiveQuery(async () => {
    if (userId === undefined) return NONE;
    const rows = await readUnsentAlerts(db, { userId, before: now - LATE_MS, limit: SHOWN });
    return new Map(rows.map((row) => [row.record_id, { recordId: row.record_id, kind: row.kind as SubmissionKind, createdAt: row.created_at }]));
  }, [userId, now]);
  return late ?? NONE;
}

const NONE: ReadonlyMap<string, LateAlert> = new Map();

function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Asks for the e-mail once more; false when it did not go out. */
export async function resendAlert({ kind, recordId }: LateAlert): Promise<boolean> {
  const { outcome } = await adminBackend.sendAlert(kind, recordId);
  await syncNow(['alerts']);
  return outcome === 'accepted';
}
