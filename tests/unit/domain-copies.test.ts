import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COPIES, domainCopies } from '../../supabase/commands/domain-copies.ts';

test('the functions have the present domain: npm run types:generate', () => {
  const copies = domainCopies();
  expect(readdirSync(COPIES).sort()).toEqual([...copies.keys()].sort());
  for (const [name, text] of copies)
    expect(readFileSync(path.join(COPIES, name), 'utf8'), name).toBe(text);
});

test('the functions get nothing of the domain that needs a library', () => {
  expect([...domainCopies().values()].join('\n')).not.toMatch(/from '[^.]/);
});
