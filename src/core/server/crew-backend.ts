import type { CrewReport, CrewDays, LateReport } from '../domain/crew-sheet.ts';
import type { OutgoingFile, Read, SendResult } from './backend.ts';
import type { StoredSubscription } from './push-subscription.ts';

/**
 * `wrong`: no open code of the office, or no longer. `full`: the person has three phones already.
 */
export type Registration =
  { outcome: 'registered'; name: string } | { outcome: 'wrong' } | { outcome: 'full' };

/** A report from the door, under its minted id. */
export interface OutgoingReport {
  eventId: string;
  job: string;
  kind: CrewReport;
  message: string | null;
  /** The number of photographs that follow. */
  photos: number;
  /** ISO 8601. */
  madeAt: string;
}

export type ReportResult =
  /** Added now, or before. `late`: the office changed the job meanwhile. */
  | { outcome: 'accepted'; late: LateReport | null }
  /** There is no such job, or it never was this person's. */
  | { outcome: 'gone' }
  /** The server does not know the secret. */
  | { outcome: 'ended' }
  | Exclude<SendResult, { outcome: 'accepted' | 'signed-out' }>;

/**
 * The server, as a crew's phone sees it: the phone's secret stands in place of a session. Every call
 * may be repeated without a second effect, and answers within `timeoutMs`.
 */
export interface CrewBackend {
  /** Registers this phone's secret by a code of the office. */
  register(
    registration: { code: string; secret: string; device: string },
    timeoutMs: number,
  ): Promise<Read<Registration>>;
  /** The person's days; null for a secret that the server does not know. */
  readDays(secret: string, timeoutMs: number): Promise<Read<CrewDays | null>>;
  report(secret: string, report: OutgoingReport, timeoutMs: number): Promise<ReportResult>;
  /** Stores a report's photograph; one already there counts as accepted. */
  uploadPhoto(photo: OutgoingFile, timeoutMs: number): Promise<SendResult>;
  /** Asks the server to notify the office of a report now. */
  notifyOffice(eventId: string, timeoutMs: number): Promise<SendResult>;
  /** Names a push subscription for changes of the person's day; false where the server refused. */
  notify(
    secret: string,
    subscription: StoredSubscription,
    timeoutMs: number,
  ): Promise<Read<boolean>>;
}
