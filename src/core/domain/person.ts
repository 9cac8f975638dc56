import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { EMAIL_PATTERN, emailLine, line, phoneLine } from './text.ts';

const INVALID_PHONE = 'Please enter a valid phone number';
const INVALID_EMAIL = 'Please enter a valid email address';

export const nameField = line({
  ...LIMITS.name,
  short: 'Name must be at least 2 characters',
  long: 'Name must be at most 100 characters',
});

export const phoneField = phoneLine({
  ...LIMITS.phone,
  short: INVALID_PHONE,
  long: INVALID_PHONE,
});

export const emailField = emailLine({
  min: 1,
  ...LIMITS.email,
  short: INVALID_EMAIL,
  long: INVALID_EMAIL,
}).check(z.regex(new RegExp(EMAIL_PATTERN), { error: INVALID_EMAIL }));
