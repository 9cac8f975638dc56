import { useEffect, useState } from 'react';
import { askToPersist, readStorage, type DeviceStorage } from '../storage.ts';

export type PersistAnswer = 'not-asked' | 'agreed' | 'refused';

/** How much space this device gives, and a way to ask the browser to leave what is kept alone. */
export function useStorage(): { storage: DeviceStorage | null; answer: PersistAnswer; ask: () => Promise<void> } {
  const [storage, setStorage] = useState<DeviceStorage | null>(null);
  const [answer, setAnswer] = useState<PersistAnswer>('not-asked');
  useEffect(() => void readStorage().then(setStorage), []);

  const ask = async () => {
    setAnswer((await askToPersist()) ? 'agreed' : 'refused');
    setStorage(await readStorage());
  };
  return { storage, answer, ask };
}
