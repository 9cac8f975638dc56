import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { emailField, nameField } from './person.ts';
import { line, paragraphs } from './text.ts';

export const contactSchema = z.object({
  name: nameField,
  email: emailField,
  subject: line({
    ...LIMITS.subject,
    short: 'Subject must be at least 5 characters',
    long: 'Subject must be at most 200 characters',
  }),
  message: paragraphs({
    ...LIMITS.message,
    short: 'Message must be at least 10 characters',
    long: 'Message must be at most 1000 characters',
    manyLines: `Message must be at most ${LIMITS.message.lines} lines`,
  }),
});

export type Contact = z.infer<typeof contactSchema>;
