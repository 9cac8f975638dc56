const HOUR_MS = 60 * 60_000;

/** The maximum of log lines about requests per hour. */
const MOST = { sender: 50, everybody: 500 };

/**
 * Returns whether one more line about a request of the sender may be written. `report` receives the
 * number of dropped lines at the end of an hour, if any.
 */
export function createLogBound(report: (leftOut: number) => void): (sender: string) => boolean {
  const bySender = new Map<string, number>();
  let [written, leftOut, isCounting] = [0, 0, false];

  function endHour(): void {
    const count = leftOut;
    bySender.clear();
    [written, leftOut, isCounting] = [0, 0, false];
    if (count > 0) report(count);
  }

  return (sender) => {
    if (!isCounting) setTimeout(endHour, HOUR_MS).unref();
    isCounting = true;
    const own = bySender.get(sender) ?? 0;
    if (own >= MOST.sender || written >= MOST.everybody) {
      leftOut += 1;
      return false;
    }
    bySender.set(sender, own + 1);
    written += 1;
    return true;
  };
}
