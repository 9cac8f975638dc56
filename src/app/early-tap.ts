declare global {
  interface Window {
    /** The last button tapped before the page's scripts were there; noted by the inline loader. */
    earlyTap?: HTMLButtonElement | null;
  }
}

/** Says that the page works now, and repeats the tap that came too early. */
export function repeatEarlyTap(): void {
  dispatchEvent(new Event('pagetakeover'));
  window.earlyTap?.click();
  window.earlyTap = null;
}
