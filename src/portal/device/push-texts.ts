import { notify } from '../../ui/toast.ts';
import { faultText } from '../causes.ts';
import type { PushOutcome } from './push-devices.ts';

const NOT_TURNED_ON = {
  denied:
    'Notifications were not allowed. Allow them in the browser’s settings for this site, and try again.',
  unavailable:
    'The browser’s push service did not answer. Check your connection, and whether the browser’s settings turn push messages off, and try again.',
};

/** Shows why notifications were not turned on or stopped; nothing after a success. */
export function reportFailure(outcome: PushOutcome): void {
  if (outcome.outcome === 'done') return;
  const description =
    outcome.outcome === 'failed' ? faultText(outcome.fault) : NOT_TURNED_ON[outcome.outcome];
  void notify.error('Error', { description });
}
