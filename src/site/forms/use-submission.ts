import { useRef, useState } from 'react';
import type { Submission, SubmissionKind } from '../../core/domain/submission.ts';
import type { Edits } from '../../core/store/rows.ts';
import type { SubmitOutcome } from '../../runtime/forms/submit-outcome.ts';
import { submit } from '../../runtime/forms/submit.ts';
import { notify } from '../../ui/toast.ts';
import { hadArrivedText, KIND_TEXTS } from '../notices/kind-texts.ts';

/** What became of a submit, as the form goes on showing it. */
export type ShownOutcome = (SubmitOutcome & { submission: Submission }) | { outcome: 'blocked' | 'broken' };

export interface Submitting {
  last: ShownOutcome | null;
  /**
   * Sends; one at a time. `isSafe`: the submission is in good hands and the form can be emptied; else the form has to keep its
   * input, and what that `edits`. Never rejects.
   */
  send: (submission: Submission, file: File | null, edits: Edits | null) => Promise<{ isSafe: boolean; edits: Edits | null }>;
  /** Refuses a submit that a person would not have made. */
  block: () => void;
}

/** Hands a form's values on, and tells the person what became of them. */
export function useSubmission(): Submitting {
  const [last, setLast] = useState<ShownOutcome | null>(null);
  const busy = useRef(false);

  const send: Submitting['send'] = async (submission, file, edits) => {
    if (busy.current) return { isSafe: false, edits };
    busy.current = true;
    setLast(null);
    try {
      const result = await submit(submission, file, edits);
      setLast({ ...result, submission });
      announce(submission.kind, result);
      return 'edits' in result ? { isSafe: false, edits: result.edits } : { isSafe: true, edits: null };
    } catch (error) {
      console.error('The submission failed on this page:', error);
      setLast({ outcome: 'broken' });
      void notify.error(KIND_TEXTS[submission.kind].failed);
      return { isSafe: false, edits };
    } finally {
      busy.current = false;
    }
  };

  return { last, send, block: () => setLast({ outcome: 'blocked' }) };
}

function announce(kind: SubmissionKind, result: SubmitOutcome): void {
  const texts = KIND_TEXTS[kind];
  switch (result.outcome) {
    case 'done':
      if (result.hadArrived) void notify.info(hadArrivedText(kind));
      else void notify.success(texts.sent);
      void result.alert.then((alert) => {
        if (alert === 'not-sent') void notify.info(texts.alertNotSent, { id: `alert:${result.id}` });
      });
      break;
    case 'waiting':
      void notify.info(`Saved on this device. Your ${texts.noun} is not with us yet; it will be sent automatically.`);
      break;
    case 'refused':
      void notify.error(texts.failed);
      break;
    case 'not-stored':
      void notify.error(`Your ${texts.noun} is not sent. Please try again when the connection is back.`);
  }
}
