import {
  createCrewReport,
  CREW_MUTATIONS,
  isSameReport,
  storeReport,
  type CrewPorts,
  type CrewReportEntry,
  type NewReport,
} from '../core/mutations/crew-report.ts';
import { DEVICE } from '../core/outbox/deliver.ts';
import type { Fresh, Outcome } from '../core/outbox/entry.ts';
import { createMemoryQueue } from '../core/outbox/memory-queue.ts';
import { createQueue } from '../core/outbox/queue.ts';
import { WAITS } from '../core/outbox/waits.ts';
import { preparePhoto } from '../core/pictures/prepare-photo.ts';
import { createSupabaseCrewBackend } from '../core/server/supabase-crew-backend.ts';
import type { CrewReport } from '../core/domain/crew-sheet.ts';
import { draftKeyOf, endRegistration, readSecret, saveDraft } from '../core/store/crew-store.ts';
import type { ReportedJob } from '../core/store/device-schema.ts';
import { db } from './database.ts';
import { env } from './env.ts';
import { after } from './listeners.ts';
import { createPageOutbox } from './page-outbox.ts';
import { askToPersistOnce } from './storage.ts';
import { requestSync } from './worker.ts';

export const crewBackend = createSupabaseCrewBackend(env);

/** The outbox of the crew's page, over the device's one queue: it sends reports alone. */
export const crewOutbox = createPageOutbox<CrewPorts>({
  db,
  queue: createQueue(db),
  memory: createMemoryQueue(),
  mutations: CREW_MUTATIONS,
  ports: {
    crew: crewBackend,
    place: 'page',
    readSecret: () => readSecret(db),
    onEnded: (secret) => endRegistration(db, secret),
    preparePhoto,
  },
  device: DEVICE,
  locks: globalThis.navigator?.locks,
  after,
  requestSync: (id) => void requestSync(id),
  askToPersist: askToPersistOnce,
});

/**
 * Sends a report, or stores it until it can be sent, in place of its draft. `onStored` is called once
 * it is on this device.
 */
export function sendReport(report: NewReport, onStored: () => void): Promise<Outcome> {
  return crewOutbox.send(
    crewOutbox.tryAgainAs(createCrewReport(report, Date.now()), isSameReport),
    {
      store: (fresh) => storeReport(db, fresh as Fresh<CrewReportEntry>),
      patienceMs: WAITS.store,
    },
    onStored,
  );
}

interface TypedReport {
  about: ReportedJob;
  report: CrewReport;
  text: string;
}

const storeDraft = ({ about, report, text }: TypedReport): Promise<void> =>
  saveDraft(db, { key: draftKeyOf(about.job), about, report, text });

/** Stores the typed text of a report, so that it survives a reload. Never rejects. */
export const keepDraft = (typed: TypedReport): Promise<void> =>
  storeDraft(typed).catch((error: unknown) => console.warn('The text could not be kept:', error));

/** Takes a waiting report back, and keeps its text as a draft. False when it is gone or sent. */
export async function undoReport(
  id: string,
  typed: TypedReport,
  toldMaybeTooLate: boolean,
): Promise<boolean> {
  const isUndone = await crewOutbox.undo(id, toldMaybeTooLate);
  if (isUndone) await keepDraft(typed);
  return isUndone;
}
