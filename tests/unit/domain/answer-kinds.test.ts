import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeAnswerKinds } from '../../../supabase/commands/answer-kinds.ts';
import { PATHS } from '../../../supabase/local/project-paths.ts';

it('the database reads the kinds and settings of core/domain (else: npm run types:generate)', () => {
  const file = path.join(PATHS.root, 'supabase/schemas/08_answer_kinds.sql');
  expect(readFileSync(file, 'utf8')).toBe(writeAnswerKinds());
});
