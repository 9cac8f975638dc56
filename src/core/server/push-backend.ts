import type { ReadResult } from './admin-backend.ts';
import type { SendResult } from './backend.ts';

/** A device with web push, as its owner sees it. */
export interface PushDevice {
  id: string;
  /** Such as "Chrome on Android". */
  name: string;
  created_at: string;
}

/** A browser's subscription, under an id derived from its endpoint. */
export interface NewPushDevice {
  id: string;
  name: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Web push, as a signed-in administrator's browser sees the server. Nothing throws, and every call
 * may be repeated.
 */
export interface PushBackend {
  /** The server's public key; null where web push is not set up. */
  readKey(): Promise<ReadResult<string | null>>;
  /** The signed-in user's own devices, the newest first. */
  listDevices(): Promise<ReadResult<PushDevice[]>>;
  addDevice(device: NewPushDevice): Promise<SendResult>;
  /** Removes one of the user's devices; a missing one counts as removed. */
  removeDevice(id: string): Promise<SendResult>;
}
