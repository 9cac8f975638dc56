import { CrewApp } from '../../../src/app/crew-app.tsx';
import { londonTime } from '../../../src/core/domain/london-time.ts';
import { sheetOf, type CrewJob } from '../../../src/core/domain/crew-sheet.ts';
import {
  beginRegistration,
  confirmRegistration,
  storeSheet,
} from '../../../src/core/store/crew-store.ts';
import '../../../src/crew/crew.css';
import { startCrew } from '../../../src/runtime/crew-day.ts';
import { db } from '../../../src/runtime/database.ts';
import { aJob, createFakeCrew, DAY, DAYS } from '../../unit/support/crew.ts';
import { show } from './open.tsx';
import { server } from './server.ts';

const started = startCrew();
const dayIn = (days: number) => londonTime(Date.now() + days * DAY).day;

/** Opens the crew's page on a phone that the office does not know. */
export async function openCode(): Promise<void> {
  await started;
  show('/crew', <CrewApp />);
}

/** A job of today or a later day. */
export const aJobIn = (days: number, changes: Partial<CrewJob> = {}): CrewJob =>
  aJob({ job: crypto.randomUUID(), day: dayIn(days), ...changes });

/** Opens the crew's page on a person's phone, with these jobs. */
export async function openDay(name: string, jobs: CrewJob[]) {
  const now = Date.now();
  const days = {
    ...DAYS,
    name,
    jobs,
    now: new Date(now).toISOString(),
    ends_at: `${dayIn(2)}T00:00:00+00:00`,
    later: DAYS.later.map((later) => ({ ...later, day: dayIn(3) })),
  };
  const office = createFakeCrew();
  server.crew = { ...office.crew, readDays: async () => ({ outcome: 'read', value: days }) };
  const { secret } = await beginRegistration(db);
  await confirmRegistration(db, secret, name);
  await storeSheet(db, secret, sheetOf(days, now, now));
  await openCode();
  return office;
}
