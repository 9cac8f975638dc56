import type { RowOf } from '../backend/admin-backend.ts';
import { withReopen, type Database } from '../store/database.ts';

type Application = Pick<RowOf<'job_applications'>, 'id' | 'career_id'>;

/** The title of the position that somebody applied for: as it is now, else as it was then; null when this device knows neither. */
export function readPosition(db: Database, userId: string, { id, career_id: careerId }: Application): Promise<string | null> {
  return withReopen(async () => {
    const posting = careerId === null ? undefined : await db.keptRows.get([userId, 'careers', careerId]);
    if (posting) return (posting.row as RowOf<'careers'>).title;
    const alert = await db.keptRows.where('[userId+table+row.record_id]').equals([userId, 'alerts', id]).first();
    return alert ? (alert.row as RowOf<'alerts'>).job_title : null;
  });
}
