import { useSyncExternalStore } from 'react';
import { deviceName } from '../core/domain/device-name.ts';
import { hasEnded } from '../core/domain/crew-sheet.ts';
import type { RetryReason } from '../core/domain/reasons.ts';
import { pullCrewSheet, type SheetPull } from '../core/replica/pull-crew-sheet.ts';
import { registerPhone, type RegisterOutcome } from '../core/replica/register-phone.ts';
import { forgetEnded } from '../core/store/crew-store.ts';
import type { StoredCrewSheet } from '../core/store/device-schema.ts';
import { onReopened } from '../core/store/reopening-database.ts';
import { crewBackend, crewOutbox } from './crew-outbox.ts';
import { renewNotify } from './crew-push.ts';
import { db } from './database.ts';
import { startTriggers } from './flush-triggers.ts';
import { createListeners, onReturn, sharedRun } from './listeners.ts';
import { askToPersistOnce } from './storage.ts';
import { cacheCrew, requestSync } from './worker.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const TICK_MS = 30_000;

/** `failure`: why the last attempt brought no sheet; null after a success, and before the first. */
export interface Refreshing {
  isUnderWay: boolean;
  failure: RetryReason | null;
}

let refreshing: Refreshing = { isUnderWay: false, failure: null };
const refreshListeners = createListeners();

function change(next: Partial<Refreshing>): void {
  refreshing = { ...refreshing, ...next };
  refreshListeners.emit();
}

export const useRefreshing = (): Refreshing =>
  useSyncExternalStore(
    refreshListeners.add,
    () => refreshing,
    () => refreshing,
  );

/** Replaces the sheet by the server's. Never rejects. */
export const refresh = sharedRun(async (): Promise<SheetPull> => {
  change({ isUnderWay: true });
  const pull = await pullCrewSheet(db, crewBackend, () => Date.now()).catch(
    (error: unknown): SheetPull => {
      console.warn('The sheet could not be renewed:', error);
      return { outcome: 'none' };
    },
  );
  change({ isUnderWay: false, failure: pull.outcome === 'failed' ? pull.reason : null });
  if (pull.outcome === 'stored') void keepPage();
  return pull;
});

/** The page opens without a connection from now on. */
const keepPage = async (): Promise<void> => {
  askToPersistOnce();
  await cacheCrew();
};

let now = 0;
const ticks = createListeners();

/** Hides and deletes the rows that have ended. */
function tick(): void {
  now = Date.now();
  ticks.emit();
  void forgetEnded(db, now).catch(() => undefined);
}

/** The device's clock, in ms since 1970, every half minute and at each return; 0 before the page works. */
export const useNow = (): number =>
  useSyncExternalStore(
    ticks.add,
    () => now,
    () => 0,
  );

/** A sheet until its end, also in a page that slept past it. */
export const current = (sheet: StoredCrewSheet | null): StoredCrewSheet | null =>
  sheet && hasEnded(sheet, Date.now()) ? null : sheet;

/** Starts the work of the crew's page: the sheet and its end, and the reports that wait. */
export async function startCrew(): Promise<void> {
  tick();
  setInterval(tick, TICK_MS);
  const onBack = () => {
    tick();
    void refresh();
  };
  onReturn(onBack);
  for (const event of ['pageshow', 'online']) addEventListener(event, onBack);
  onReopened(onBack);
  setInterval(() => void refresh(), QUARTER_HOUR_MS);
  void refresh();
  startTriggers(crewOutbox);
  void renewNotify();
  // The browser drops a sync after its last failure, so waiting reports register again.
  for (const { id } of await crewOutbox.queue.list().catch(() => [])) void requestSync(id);
}

/** Registers this phone by a code of the office, and fetches its sheet. Never rejects. */
export async function register(code: string): Promise<RegisterOutcome> {
  const device = deviceName(navigator.userAgent, navigator.maxTouchPoints);
  const outcome = await registerPhone(db, crewBackend, { code, device });
  if (outcome === 'registered') await refresh();
  return outcome;
}
