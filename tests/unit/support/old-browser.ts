import { onTestFinished } from 'vitest';

/** For this test the browser has no `AbortSignal.timeout`, as Safari before 16. */
export function withoutTimeoutSignals(): void {
  const own = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout');
  if (!own) throw new Error('There is none to take away');
  Reflect.deleteProperty(AbortSignal, 'timeout');
  onTestFinished(() => void Object.defineProperty(AbortSignal, 'timeout', own));
}
