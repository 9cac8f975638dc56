import { expect, test } from 'vitest';
import { readRequestLink } from '../../../src/core/domain/request-link.ts';

const ID = '0197a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5b';
const OTHER = 'ffffffff-ffff-4fff-8fff-ffffffffffff';

test.each([
  `#${ID}`,
  `#${ID.toUpperCase()}`,
  `#${ID}.`,
  `#${ID})`,
  `#${ID}).`,
  `#${ID}>`,
  `#${ID},`,
  `#${ID} `,
  `#${ID}%20`,
  `#${ID}%3E`,
  `#${ID}"`,
  `#${ID}%22`,
  `#${ID}%E2%80%9D`,
  `#${ID}…`,
  `#${ID}/`,
  `#${ID}?utm_source=mail&utm_medium=email`,
  `#${ID}&fbclid=IwAR0abcdef01`,
  `#${ID}#main`,
  `#${ID}=`,
  `#<${ID}>`,
  `#%3C${ID}%3E`,
  `#%E2%80%9C${ID}`,
  `# ${ID}`,
  `#%23${ID}`,
  `#id=${ID}`,
  `#${ID.replaceAll('-', '%2D')}`,
  `#${ID} ${OTHER}`,
  `#?utm_source=mail&id=${ID}`,
])('the fragment %s is the link to the first whole id in it', (fragment) => {
  expect(readRequestLink(fragment)).toEqual({ state: 'whole', id: ID });
});

test.each([
  '#0',
  '#0197',
  '#0197a2b3',
  '#0197a2b3-',
  '#0197a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5',
  '#0197a2b3-c4d5-4e6f.',
  '#0197a2b3-c4d5%20-4e6f-8a9b-0c1d2e3f4a5b',
  '#0197a2b3-c4d5-4e6f-8a9b?utm_source=mail',
  '#(0197a2b3',
  '#0197a2b3xyz',
  `#0${ID}`,
])('the fragment %s is an incomplete link', (fragment) => {
  expect(readRequestLink(fragment)).toEqual({ state: 'incomplete' });
});

test.each([
  '',
  '#',
  '#main',
  '#form',
  '#answers',
  '#utm_source=mail',
  '#%',
  '#%zz',
  '#?fbclid=ab12',
])('the fragment %j is no link', (fragment) => {
  expect(readRequestLink(fragment)).toBeNull();
});
