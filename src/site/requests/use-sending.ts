import { useState } from 'react';
import type { StillWaits } from '../../runtime/visitor-commands.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { CAUSES } from '../causes.ts';
import { attempt } from './attempt.ts';

/** The answer to "Send now" for an entry that still waits; its card shows the next attempt. */
const stillWaitsText = ({ cause }: StillWaits): string =>
  cause ? `${CAUSES[cause].what}, so it could not be sent now.` : 'It could not be sent now.';

interface Sending {
  isBusy: boolean;
  /** The outcome, if it still waits. */
  answer: string | null;
  send: (ask: (id: string) => Promise<StillWaits | null>) => void;
}

/** Sends an entry at once, and says so when it still waits afterwards. */
export function useSending(id: string): Sending {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const send: Sending['send'] = (ask) =>
    void attempt(async () => {
      if (isBusy) return;
      setBusy(true);
      setAnswer(null);
      try {
        const waits = await ask(id);
        setAnswer(waits && stillWaitsText(waits));
        // The focused button may be removed.
        if (document.activeElement === document.body) focusHeading();
      } finally {
        setBusy(false);
      }
    });
  return { isBusy, answer, send };
}
