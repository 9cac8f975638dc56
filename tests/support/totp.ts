import { Secret, TOTP } from 'otpauth';

/** The code of a second factor's key at a time in milliseconds. */
export const codeAt = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
