import { expect, test } from 'vitest';
import { resumeFileName } from '../../../src/portal/applications/resume-name.ts';
import { referenceOf } from '../../../src/core/domain/reference.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const REFERENCE = referenceOf(ID);

test.each([
  ['Jane Doe', 'Jane Doe '],
  ['Zoë Müller-Ångström', 'Zoe Muller-Angstrom '],
  ['Søren Łukasz Strauß', 'Soren Lukasz Strauss '],
  ['Siobhán O’Neill', "Siobhan O'Neill "],
  ['A/B\\C:D*E?F"G<H>I|J', 'A B C D E F G H I J '],
  ['../../etc/passwd', 'etc passwd '],
  ['Jane\u202Egnp.exe', 'Jane gnp.exe '],
  ['  John   Smith Jr. ', 'John Smith Jr. '],
  ['Олена Smith', 'Smith '],
  ['李小龙', ''],
  ['فاطمة', ''],
  ['x'.repeat(100), `${'x'.repeat(60)} `],
])('the file of %j is named after what ASCII has of it', (name, ascii) => {
  expect(resumeFileName({ id: ID, name, resume_path: `${ID}.docx` })).toBe(
    `Resume ${ascii}${REFERENCE}.docx`,
  );
});
