const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT_CHECK_MS = 300;

/**
 * Calls `stop` on Ctrl-C, a signal, or the end of npm, which does not pass signals on to its child.
 * Returns a function that ends this. Plain Node: `npm start` needs it before the dependencies are there.
 * @param {() => void} stop
 */
export function onStop(stop) {
  for (const signal of SIGNALS) process.on(signal, stop);
  const parent = process.ppid;
  const timer =
    process.env['npm_lifecycle_event'] === undefined
      ? undefined
      : setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    clearInterval(timer);
  };
}
