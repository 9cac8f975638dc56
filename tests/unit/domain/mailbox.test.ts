import { expect, test } from 'vitest';
import { mailboxOf } from '../../../src/core/domain/mailbox.ts';
import { ADDRESSES } from '../../support/addresses.ts';

test.each(ADDRESSES)('the mailbox of %j is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
