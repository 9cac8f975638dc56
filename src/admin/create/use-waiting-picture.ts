import { useEffect, useState } from 'react';
import { readWaitingFile } from '../../runtime/portal/use-pending.ts';

/** An address at which this page can show a picture that waits on this device; null until it is read, and without one. */
export function useWaitingPicture(id: string, type: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (type === null) return;
    let isLeft = false;
    let made = '';
    const show = (bytes: ArrayBuffer | null) => {
      if (isLeft || !bytes) return;
      made = URL.createObjectURL(new Blob([bytes], { type }));
      setUrl(made);
    };
    // One that can't be read has no preview; that it is lost is told when it is to be sent.
    readWaitingFile(id).then(show, () => undefined);
    return () => {
      isLeft = true;
      URL.revokeObjectURL(made);
    };
  }, [id, type]);
  return url;
}
