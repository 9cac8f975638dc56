import { expect, test } from 'vitest';
import type { AttentionReason } from '../../src/core/domain/reasons.ts';
import { attentionText } from '../../src/site/forms/attention-texts.ts';

test('a refusal that the worker of a later release names has the text of any refusal', () => {
  expect(attentionText('duplicate' as AttentionReason)).toEqual(attentionText('refused'));
});
