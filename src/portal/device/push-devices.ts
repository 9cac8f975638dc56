import { useEffect } from 'react';
import type { PushDevice } from '../../core/server/push-backend.ts';
import { administrator } from '../../runtime/auth/session.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { pushBackend } from '../../runtime/auth/portal-server.ts';
import {
  currentPushId,
  hasPush,
  subscribeToPush,
  unsubscribeFromPush,
} from '../../runtime/push.ts';
import { useRead } from '../../runtime/use-read.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { db } from '../../runtime/database.ts';
import { faultOf, type Fault } from '../fault.ts';
import { saveFact } from '../save-fact.ts';

export interface ListedDevice extends PushDevice {
  /** This browser's device. */
  isHere: boolean;
}

/** The state of web push in this browser. The browser causes `unsupported` and `blocked`. */
export type PushHere = 'unsupported' | 'blocked' | 'off' | 'on';

export type PushState =
  | { status: 'loading' }
  | { status: 'failed'; fault: Fault }
  | {
      status: 'read';
      here: PushHere;
      /** The server's public key; null where web push is not set up. */
      key: string | null;
      /** The signed-in user's devices, newest first. */
      devices: readonly ListedDevice[];
    };

/**
 * `denied`: by the person or the browser's settings. `unavailable`: by the browser's push service.
 */
export type PushOutcome =
  { outcome: 'done' | 'denied' | 'unavailable' } | { outcome: 'failed'; fault: Fault };

async function readState(): Promise<PushState> {
  const key = await pushBackend.readKey();
  if (key.outcome !== 'read') return { status: 'failed', fault: faultOf(key) };
  const listed = await pushBackend.listDevices();
  if (listed.outcome !== 'read') return { status: 'failed', fault: faultOf(listed) };
  const hereId = await currentPushId(key.value).catch(() => null);
  const devices = listed.value.map((device) => ({ ...device, isHere: device.id === hereId }));
  return { status: 'read', here: hereOf(devices), key: key.value, devices };
}

function hereOf(devices: readonly ListedDevice[]): PushHere {
  if (!hasPush()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return devices.some(({ isHere }) => isHere) ? 'on' : 'off';
}

async function turnOnHere(key: string): Promise<PushOutcome> {
  const device = await subscribeToPush(key);
  if (typeof device === 'string') return { outcome: device };
  const result = await pushBackend.addDevice(device);
  if (result.outcome === 'accepted') {
    await answerPushOffer();
    return { outcome: 'done' };
  }
  await unsubscribeFromPush();
  return { outcome: 'failed', fault: faultOf(result) };
}

async function stopDevice({ id, isHere }: ListedDevice): Promise<PushOutcome> {
  if (isHere) await unsubscribeFromPush();
  const result = await pushBackend.removeDevice(id);
  return result.outcome === 'accepted'
    ? { outcome: 'done' }
    : { outcome: 'failed', fault: faultOf(result) };
}

/** Remembers until the sign-out that the user turned notifications on here, or declined them. Never rejects. */
export async function answerPushOffer(): Promise<void> {
  const userId = administrator()?.id;
  if (userId !== undefined) await saveFact({ userId, key: 'push-offer', value: 'answered' });
}

/** Whether this browser could notify the user, who was not asked yet. Asks no server. */
export function useOpenPushOffer(): boolean {
  const userId = useAdministrator()?.id;
  const { value: isOpen } = useStored(
    async () =>
      userId !== undefined && (await db.portalFacts.get([userId, 'push-offer'])) === undefined,
    [userId],
  );
  return isOpen === true && hasPush() && Notification.permission !== 'denied';
}

/**
 * The signed-in user's devices with web push, and commands to add this one and to remove any. Read
 * again at each reconnection.
 */
export function usePushDevices(): {
  push: PushState;
  turnOn: (key: string) => Promise<PushOutcome>;
  stop: (device: ListedDevice) => Promise<PushOutcome>;
} {
  const { value: push, again } = useRead(readState);
  useEffect(() => {
    const read = () => void again();
    addEventListener('online', read);
    return () => removeEventListener('online', read);
  }, [again]);

  async function thenRead(work: Promise<PushOutcome>): Promise<PushOutcome> {
    const outcome = await work;
    await again();
    return outcome;
  }
  return {
    push: push ?? { status: 'loading' },
    turnOn: (key) => thenRead(turnOnHere(key)),
    stop: (device) => thenRead(stopDevice(device)),
  };
}
