/**
 * A failure to start or continue that the person at the keyboard can fix. The message has the cause
 * and the remedy.
 */
export class StartError extends Error {
  override name = 'StartError';
}
