/** The product cannot start, or go on, for a reason the person at the keyboard can mend. The message says what happened and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
