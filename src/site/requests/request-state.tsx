import type { RequestState } from '../../core/outbox/requests.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const STATES: Record<RequestState, { words: string; icon: IconName; look: string }> = {
  waiting: { words: 'Waiting to be sent', icon: 'clock', look: 'bg-warning-tint text-warning' },
  sending: { words: 'Sending', icon: 'send', look: 'bg-info-tint text-info' },
  sent: { words: 'Sent', icon: 'checkCircle', look: 'bg-success-tint text-success' },
  'alert-not-sent': { words: 'Sent – alert not sent to the office yet', icon: 'mailAlert', look: 'bg-success-tint text-success' },
  attention: { words: 'Needs attention', icon: 'alert', look: 'bg-danger-tint text-danger' },
};

/** Where a request stands, in words, with a sign of its own shape. */
export function RequestStateBadge({ state }: { state: RequestState }) {
  const { words, icon, look } = STATES[state];
  return (
    <p className={`inline-flex items-center gap-2 rounded-full px-3.5 py-1.5 text-sm font-bold ${look}`}>
      <Icon name={icon} />
      {words}
    </p>
  );
}
