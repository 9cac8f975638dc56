import { submissionMutation } from './submission.ts';

export const message = submissionMutation<'contact'>({
  kind: 'contact',
  noun: 'message',
  table: 'contact_messages',
  toColumns: (values) => values,
  toAlert: (values) => values,
  precheck: () => null,
  summary: () => null,
  isReceiptNeeded: () => false,
});
