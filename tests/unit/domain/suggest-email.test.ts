import { expect, test } from 'vitest';
import { suggestEmail } from '../../../src/core/domain/suggest-email.ts';

test.each([
  ['name@gmail', 'name@gmail.com'],
  ['name@gmial.com', 'name@gmail.com'],
  ['name@gamil.com', 'name@gmail.com'],
  ['name@gmai.com', 'name@gmail.com'],
  ['name@gmaill.com', 'name@gmail.com'],
  ['name@gmail.con', 'name@gmail.com'],
  ['name@gmail.co', 'name@gmail.com'],
  ['Name.Surname@GMIAL.com ', 'Name.Surname@gmail.com'],
  ['name@hotmial.co.uk', 'name@hotmail.co.uk'],
  ['name@hotmail.co.ku', 'name@hotmail.co.uk'],
  ['name@hotmail.couk', 'name@hotmail.co.uk'],
  ['name@yaho.com', 'name@yahoo.com'],
  ['name@yahoo', 'name@yahoo.com'],
  ['name@outlok.com', 'name@outlook.com'],
  ['name@iclud.com', 'name@icloud.com'],
  ['name@icloud', 'name@icloud.com'],
  ['name@btinternt.com', 'name@btinternet.com'],
  ['"a@b"@gmial.com', '"a@b"@gmail.com'],
  ['name@firm.con', 'name@firm.com'],
  ['Ada <name@gmial.com>', 'name@gmail.com'],
  ['mailto:name@gmial.com', 'name@gmail.com'],
  ['name@gmail.con.', 'name@gmail.com'],
])('%s is taken for a mistyped %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  '',
  'name',
  '@gmail',
  'name@',
  'name@gmail.com',
  'name@GMAIL.COM',
  'name@hotmail.co.uk',
  'name@hotmail.fr',
  'name@yahoo.ca',
  'name@yahoo.co.in',
  'name@outlook.ie',
  'name@mail.com',
  'name@email.com',
  'name@ymail.com',
  'name@me.com',
  'name@live.co.uk',
  'name@paisley.scot',
  'name@example.com',
  'name@localhost',
])('%s is asked nothing about', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
