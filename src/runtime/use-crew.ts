import { useEffect } from 'react';
import { rightTime } from '../core/domain/crew-sheet.ts';
import { londonTime, type LondonTime } from '../core/domain/london-time.ts';
import { readCrewPage, type CrewPage } from '../core/waiting/crew-page.ts';
import { current, useNow } from './crew-day.ts';
import { crewOutbox } from './crew-outbox.ts';
import { db } from './database.ts';
import { readFlushView, useFlushEnds } from './flush-view.ts';
import { useStored } from './use-stored.ts';

export interface Crew extends CrewPage {
  /** London's clock, as far as the sheet tells. */
  london: LondonTime;
  /** The right time, in ms since 1970. */
  time: number;
}

/** The rows of the crew's page; `failed`: this browser's storage cannot be read. */
export function useCrew(): Crew | 'loading' | 'failed' {
  const now = useNow();
  const [ends, showSending] = useFlushEnds();
  const { value, error } = useStored(
    () => readCrewPage(db, crewOutbox.queue, Date.now(), readFlushView),
    [ends],
  );
  const isSending = value?.reports.some(({ state }) => state === 'sending') ?? false;
  useEffect(() => showSending(isSending), [isSending, showSending]);
  if (!value) return error === null ? 'loading' : 'failed';
  const sheet = current(value.sheet);
  // The sheet may be newer than the last tick.
  const time = rightTime(sheet, Math.max(now, sheet?.readAt ?? 0));
  return { ...value, sheet, time, london: londonTime(time) };
}
