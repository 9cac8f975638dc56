const warn = console.warn;

/**
 * Stock behaviour mended: on loading and on starting, the libraries print advice for their own users (their next Node version,
 * their experimental flags), which a person who starts this product can do nothing about.
 */
export function muteWarnings(): void {
  console.warn = () => undefined;
}

export function unmuteWarnings(): void {
  console.warn = warn;
}

// Loaded before the libraries, which speak while they load.
muteWarnings();
