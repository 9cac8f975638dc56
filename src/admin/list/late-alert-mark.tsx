import type { LateAlert } from '../../runtime/portal/use-alerts.ts';
import { Icon } from '../../ui/icon.tsx';
import { SendAgain } from './send-again.tsx';

/** Marks a row about which the office got no e-mail. */
export function LateAlertMark({ alert }: { alert: LateAlert | undefined }) {
  if (!alert) return null;
  return (
    <div className="flex items-center justify-between gap-3 rounded-xl bg-warning-tint px-3 py-1.5">
      <p className="flex items-center gap-2 text-sm font-semibold text-warning">
        <Icon name="mailAlert" />
        The e-mail alert was not sent
      </p>
      <SendAgain alert={alert} />
    </div>
  );
}
