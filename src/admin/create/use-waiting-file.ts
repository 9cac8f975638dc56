import { useEffect, useState } from 'react';
import { readWaitingFile } from '../../runtime/portal/use-pending.ts';

/** The picture that waits on this device with a creation; null until it is read, and without one. */
export function useWaitingFile(id: string, type: string | null): Blob | null {
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    if (type === null) return;
    let isLeft = false;
    const keep = (bytes: ArrayBuffer | null) => {
      if (bytes && !isLeft) setPicture(new Blob([bytes], { type }));
    };
    // One that can't be read has no preview; that it is lost is told when it is to be sent.
    readWaitingFile(id).then(keep, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [id, type]);
  return picture;
}
