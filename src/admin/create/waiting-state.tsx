import { Icon, type IconName } from '../../ui/icon.tsx';

export type WaitingState = 'waiting' | 'sending' | 'attention';

const STATES: Record<WaitingState, { words: string; icon: IconName; look: string }> = {
  waiting: { words: 'Waiting to upload', icon: 'clock', look: 'text-warning' },
  sending: { words: 'Uploading', icon: 'send', look: 'text-info' },
  attention: { words: 'Not accepted', icon: 'alert', look: 'text-danger' },
};

/** Where a waiting item stands, in words, with a sign of its own shape. */
export function WaitingStateBadge({ state }: { state: WaitingState }) {
  const { words, icon, look } = STATES[state];
  return (
    <p className={`flex items-center gap-1.5 text-sm font-bold ${look}`}>
      <Icon name={icon} className="size-4" />
      {words}
    </p>
  );
}
