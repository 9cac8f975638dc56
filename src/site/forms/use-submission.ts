import { useRef, useState } from 'react';
import type { AttentionReason } from '../../core/domain/reasons.ts';
import type { Submission, SubmissionKind } from '../../core/domain/submission.ts';
import { submit } from '../../runtime/actions.ts';
import type { SubmitResult } from '../../runtime/submit-result.ts';
import { notify } from '../../ui/toast.ts';
import { KIND_TEXTS } from '../content/kind-texts.ts';

/** What became of a submit, as the form goes on showing it. */
export type SubmissionOutcome =
  | { outcome: 'sent' | 'saved'; reference: string }
  | { outcome: 'refused'; reason: AttentionReason }
  | { outcome: 'not-stored' | 'blocked' | 'broken' };

export interface Submitting {
  last: SubmissionOutcome | null;
  /**
   * Sends; one at a time. True when the submission is in good hands and the form can be emptied, false when the form
   * has to keep its input. Never rejects.
   */
  send: (submission: Submission, file: File | null) => Promise<boolean>;
  /** Refuses a submit that a person would not have made. */
  block: () => void;
}

/** Hands a form's values on, and tells the person what became of them. */
export function useSubmission(): Submitting {
  const [last, setLast] = useState<SubmissionOutcome | null>(null);
  const busy = useRef(false);

  async function send(submission: Submission, file: File | null): Promise<boolean> {
    if (busy.current) return false;
    busy.current = true;
    setLast(null);
    try {
      const result = await submit(submission, file);
      setLast(result);
      announce(submission.kind, result);
      return result.outcome === 'sent' || result.outcome === 'saved';
    } catch (error) {
      console.error('The submission failed on this page:', error);
      setLast({ outcome: 'broken' });
      void notify.error(KIND_TEXTS[submission.kind].failed);
      return false;
    } finally {
      busy.current = false;
    }
  }

  return { last, send, block: () => setLast({ outcome: 'blocked' }) };
}

function announce(kind: SubmissionKind, result: SubmitResult): void {
  const texts = KIND_TEXTS[kind];
  switch (result.outcome) {
    case 'sent':
      void notify.success(texts.sent);
      void result.alert.then((alert) => {
        if (alert === 'not-sent') void notify.info(texts.alertNotSent, { id: `alert:${result.id}` });
      });
      break;
    case 'saved':
      void notify.info(`Saved on this device. Your ${texts.noun} is not with us yet; it will be sent by itself.`);
      break;
    case 'refused':
      void notify.error(texts.failed);
      break;
    case 'not-stored':
      void notify.error(`Your ${texts.noun} is not sent. Please try again when the connection is back.`);
  }
}
