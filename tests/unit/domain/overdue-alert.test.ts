import { expect, test } from 'vitest';
import { isOverdue } from '../../../src/core/domain/overdue-alert.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const NEW = { attempts: 0, created_at: ago(1), claimed_at: null, bounced_at: null };

test.each([
  ['just made', {}, false],
  ['waits for the server’s first attempt', { created_at: ago(20) }, false],
  ['missed the server’s first attempt', { created_at: ago(22) }, true],
  ['failed once and is tried again soon', { attempts: 1, claimed_at: ago(4) }, false],
  ['failed once and was not tried again', { attempts: 1, claimed_at: ago(12) }, true],
  ['failed twice and is tried again soon', { attempts: 2, claimed_at: ago(14) }, false],
  ['failed three times', { attempts: 3, claimed_at: ago(1) }, true],
  ['bounced', { attempts: 1, claimed_at: ago(1), bounced_at: ago(1) }, true],
])('an alert that %s needs a person: %s', (_, changes, expected) => {
  expect(isOverdue({ ...NEW, ...changes }, NOW)).toBe(expected);
});
