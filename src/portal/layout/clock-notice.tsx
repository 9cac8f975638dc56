import { format } from 'date-fns';
import { countText } from '../../ui/count-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { useClockCorrection, useMinute } from '../sync/clock.ts';

const HOUR_MS = 60 * 60_000;
/** A longer difference is named in days. */
const NAMED_IN_HOURS = 47;

/** `1 hour`, `26 hours`, `3 days`. */
function durationText(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  if (hours === 1) return '1 hour';
  return hours <= NAMED_IN_HOURS ? `${hours} hours` : `${countText(Math.round(hours / 24))} days`;
}

const clockText = (at: number) => format(at, 'EEE d MMM yyyy, HH:mm');

/** Says that this device's clock is wrong, by more than an hour; nothing while it is right. */
export function ClockNotice() {
  const correction = useClockCorrection();
  const serverNow = useMinute();
  const deviceNow = serverNow - correction;
  return (
    <div role="status" className="empty:hidden">
      {correction !== 0 && (
        <Notice
          tone="warning"
          icon="clock"
          title={`This device’s clock is ${durationText(Math.abs(correction))} ${correction < 0 ? 'ahead' : 'behind'}`}
        >
          {/* Not announced each minute. */}
          <p aria-live="off">
            {`It says ${clockText(deviceNow)}; our server says ${clockText(serverNow)}.`}
          </p>
          <p>
            The portal goes by our server’s clock. Please set the device’s date and time, then press
            Sync now.
          </p>
        </Notice>
      )}
    </div>
  );
}
