import type { VisitorWaitCause } from '../domain/reasons.ts';
import type { LateReport } from '../domain/crew-sheet.ts';
import { attentionOf, isReadable, stateOf, type FlushView } from '../outbox/entry.ts';
import { rateLimitIn } from '../outbox/mutation.ts';
import type { Queue } from '../outbox/queue.ts';
import { visitorCause, waitCause } from '../outbox/wait-cause.ts';
import { readCrew, type CrewState } from '../store/crew-store.ts';
import type { Database } from '../store/database.ts';
import type { Attention, OutboxEntry } from '../store/device-schema.ts';
import { CREW_MUTATIONS, isCrewReport, type CrewReportEntry } from '../mutations/crew-report.ts';

/** A report of this phone, waiting or decided. */
export interface ShownReport extends Pick<
  CrewReportEntry,
  'id' | 'about' | 'report' | 'text' | 'madeAt'
> {
  /** `photos`: the office has the report, and its photographs follow. */
  state: 'waiting' | 'sending' | 'attention' | 'photos' | 'sent' | 'gone';
  cause: VisitorWaitCause | null;
  attention: Attention | null;
  /** The office has the report. */
  isStored: boolean;
  photos: number;
  lostPhotos: number;
  late: LateReport | null;
  canUndo: boolean;
  mayHaveArrived: boolean;
}

/** Everything that the crew's page shows. */
export interface CrewPage extends CrewState {
  /** Newest first. */
  reports: readonly ShownReport[];
}

function shownEntry(
  entry: CrewReportEntry,
  all: readonly OutboxEntry[],
  view: FlushView,
): ShownReport {
  const { id, about, report, text, madeAt, photos, lostPhotos, late = null } = entry;
  const isStored = entry.isStored === true;
  const isKnown = isReadable(entry);
  const attention = isKnown ? attentionOf(entry) : null;
  const undo = CREW_MUTATIONS[entry.kind]?.undo(entry, view.now) ?? { isPossible: false };
  const state = isKnown ? stateOf(entry, view) : 'waiting';
  return {
    ...{ id, about, report, text, madeAt, photos, lostPhotos, late, attention, isStored },
    state: attention ? 'attention' : isStored ? (photos > 0 ? 'photos' : 'sent') : state,
    cause: visitorCause(waitCause(entry, all, rateLimitIn(CREW_MUTATIONS), view.now)),
    canUndo: isKnown && undo.isPossible && state !== 'sending',
    mayHaveArrived: undo.isPossible && undo.maybeTooLate,
  };
}

/** Reads everything that the page shows, without anything that has ended. */
export async function readCrewPage(
  db: Database,
  queue: Pick<Queue, 'list'>,
  now: number,
  readView: () => Promise<FlushView>,
): Promise<CrewPage> {
  const [state, entries] = await Promise.all([readCrew(db, now), queue.list()]);
  // A newer release's report may have another form.
  const own = entries.filter(isCrewReport).filter((entry) => isReadable(entry) || 'about' in entry);
  const view = own.length > 0 ? await readView() : { now, isFlushing: false };
  const reports = [
    ...own.map((entry) => shownEntry(entry, entries, view)),
    ...state.receipts.map(({ refusal, ...receipt }): ShownReport => ({
      ...receipt,
      state: refusal ? 'gone' : 'sent',
      isStored: refusal === null,
      cause: null,
      attention: null,
      canUndo: false,
      mayHaveArrived: false,
    })),
  ];
  return { ...state, reports: reports.sort((a, b) => b.madeAt - a.madeAt) };
}
