import { useSyncExternalStore } from 'react';
import { londonTime, type LondonTime } from '../core/domain/london-time.ts';
import { createListeners } from './listeners.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const listeners = createListeners();
let listening = 0;
let timer = 0;

function update(): void {
  clearTimeout(timer);
  listeners.emit();
  // London's offset is always whole hours.
  timer = window.setTimeout(update, Math.min(MINUTE, HOUR - (Date.now() % HOUR)));
}

function subscribe(listener: () => void): () => void {
  const remove = listeners.add(listener);
  listening += 1;
  if (listening === 1) {
    document.addEventListener('visibilitychange', update);
    update();
  }
  return () => {
    remove();
    listening -= 1;
    if (listening > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', update);
  };
}

/**
 * A hook for London's clock, updated each hour while the page stays open. A device that slept through
 * the hour updates when its page is shown again, and within a minute of waking. `now`: milliseconds
 * since 1970.
 */
export function createLondonClock(now: () => number): () => LondonTime {
  let shown: LondonTime | null = null;
  /** The same object until the hour changes. */
  const read = (): LondonTime => {
    const next = londonTime(now());
    if (next.day !== shown?.day || next.hour !== shown.hour) shown = next;
    return shown;
  };
  return () => useSyncExternalStore(subscribe, read, read);
}

/** London's clock, as this device has it. */
export const useLondonTime = createLondonClock(() => Date.now());
