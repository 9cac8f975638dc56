import { useEffect } from 'react';
import type { SendResult } from '../../core/server/backend.ts';
import type { CrewCode, CrewDevice } from '../../core/server/team-backend.ts';
import { teamBackend } from '../../runtime/auth/portal-server.ts';
import { onReturn } from '../../runtime/listeners.ts';
import { useRead } from '../../runtime/use-read.ts';
import { faultOf, type Fault } from '../fault.ts';

/** A person's devices at most. The server refuses another one. */
export const MAX_CREW_DEVICES = 3;

export type CrewDevices =
  | { status: 'loading' }
  | { status: 'failed'; fault: Fault }
  | { status: 'read'; devices: readonly CrewDevice[] };

async function readDevices(): Promise<CrewDevices> {
  const listed = await teamBackend.listDevices();
  return listed.outcome === 'read'
    ? { status: 'read', devices: listed.value }
    : { status: 'failed', fault: faultOf(listed) };
}

/**
 * The devices of the team, from the server: read when the screen opens, at each return and at each
 * reconnection.
 */
export function useCrewDevices(): { state: CrewDevices; again: () => Promise<void> } {
  const { value, again } = useRead(readDevices);
  useEffect(() => {
    const read = () => void again();
    const stop = onReturn(read);
    addEventListener('online', read);
    return () => {
      stop();
      removeEventListener('online', read);
    };
  }, [again]);
  return { state: value ?? { status: 'loading' }, again };
}

/** Ends the key of a device; the fault if it could not, else null. */
export async function endDevice(id: string): Promise<Fault | null> {
  const result: SendResult = await teamBackend.endDevice(id);
  return result.outcome === 'accepted' ? null : faultOf(result);
}

export type MadeCode = { code: CrewCode } | { fault: Fault };

/** Makes a code for a person, which ends the one before. */
export async function makeCode(personId: string): Promise<MadeCode> {
  const made = await teamBackend.makeCode(personId);
  return made.outcome === 'read' ? { code: made.value } : { fault: faultOf(made) };
}
