/** Calls back whenever the person comes back to this page. */
export function onReturn(listener: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });
}
