import { onTestFinished } from 'vitest';

/** Removes `AbortSignal.timeout` for this test, as in Safari before 16. */
export function withoutTimeoutSignals(): void {
  const own = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout');
  if (!own) throw new Error('There is none to take away');
  Reflect.deleteProperty(AbortSignal, 'timeout');
  onTestFinished(() => void Object.defineProperty(AbortSignal, 'timeout', own));
}
