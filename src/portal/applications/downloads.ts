import { administrator } from '../../runtime/auth/session.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { officeTime } from '../sync/clock.ts';
import { saveFact } from '../save-fact.ts';

/** The résumés that were downloaded on one day, by their applications' ids. */
interface Downloads {
  /** `YYYY-MM-DD`, in London. */
  day: string;
  ids: readonly string[];
}

async function readToday(userId: string): Promise<Downloads> {
  const { day } = officeTime();
  const known = (await db.portalFacts.get([userId, 'resumes']))?.value as Downloads | undefined;
  return known?.day === day ? known : { day, ids: [] };
}

/** Remembers for today that the browser saved an application's résumé. Never rejects. */
export async function noteDownload(id: string): Promise<void> {
  const userId = administrator()?.id;
  if (userId === undefined) return;
  const today = await readToday(userId).catch(() => null);
  if (!today || today.ids.includes(id)) return;
  await saveFact({ userId, key: 'resumes', value: { ...today, ids: [...today.ids, id] } });
}

/** Whether an application's résumé was downloaded on this device today. */
export function useDownloadedToday(id: string): boolean {
  const userId = useAdministrator()?.id;
  const { value } = useStored(
    async () => (userId === undefined ? null : readToday(userId)),
    [userId],
  );
  return value?.ids.includes(id) ?? false;
}
