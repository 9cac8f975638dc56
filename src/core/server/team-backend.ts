import type { ReadResult } from './admin-backend.ts';
import type { SendResult } from './backend.ts';

/** A phone with a key of a person of the team. Times are ISO 8601. */
export interface CrewDevice {
  id: string;
  crew_id: string;
  /** Such as "Chrome on Android". */
  name: string;
  created_at: string;
  seen_at: string | null;
}

/** A code that registers one device, for an hour. */
export interface CrewCode {
  /** `XXXX-XXXX`. */
  code: string;
  /** ISO 8601. */
  expires_at: string;
}

/**
 * The keys and the photographs of the team, as a signed-in administrator's browser sees the server.
 * Nothing throws, and every call may be repeated.
 */
export interface TeamBackend {
  /** A new code for a person, which replaces the one before; rejected once the person is deleted. */
  makeCode(personId: string): Promise<ReadResult<CrewCode>>;
  listDevices(): Promise<ReadResult<CrewDevice[]>>;
  /** Ends the key of a device; a missing one counts as ended. */
  endDevice(id: string): Promise<SendResult>;
  /** A link to a report's photograph, valid for an hour; rejected while it is not there. */
  signPicture(path: string): Promise<ReadResult<string>>;
  /** The numbers, from 1, of a report's photographs that the office keeps. */
  listKeptPictures(reportId: string): Promise<ReadResult<number[]>>;
  /** Keeps a photograph, or lets it go again; false if there is none to keep. */
  keepPicture(reportId: string, place: number, isKept: boolean): Promise<ReadResult<boolean>>;
}
