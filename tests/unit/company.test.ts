import { describe, expect, test } from 'vitest';
import { readPhone, readSender, senderOf } from '../../supabase/functions/_shared/company.ts';

describe('the setting MAIL_FROM', () => {
  test.each([
    ['website@example.com', '', 'website@example.com'],
    [' website@example.com ', '', 'website@example.com'],
    ['Example Cleaning <website@example.com>', 'Example Cleaning', undefined],
    [
      'Example Cleaning<website@example.com>',
      'Example Cleaning',
      'Example Cleaning <website@example.com>',
    ],
    ['"Cart, Side & Sons" <website@example.com>', 'Cart, Side & Sons', undefined],
    [
      'Cart, Side & Sons <website@example.com>',
      'Cart, Side & Sons',
      '"Cart, Side & Sons" <website@example.com>',
    ],
    [
      'Größe & Söhne Ltd. <website@example.com>',
      'Größe & Söhne Ltd.',
      '"Größe & Söhne Ltd." <website@example.com>',
    ],
  ])('%s is the sender', (text, name, header = text) => {
    const sender = readSender(text);
    expect(sender).toEqual({ name, address: 'website@example.com' });
    expect(sender && senderOf(sender)).toBe(header);
  });

  test.each([
    '',
    'Example Cleaning',
    'website@localhost',
    '<website@example.com>',
    '"" <website@example.com>',
    'Example <website@example.com> Cleaning',
    'Example <website@example.com>, Other <other@example.com>',
    'Example "Cleaning" <website@example.com>',
    'Example\r\nBcc: a@example.com <website@example.com>',
    `${'x'.repeat(61)} <website@example.com>`,
  ])('%j is refused', (text) => {
    expect(readSender(text)).toBeNull();
  });
});

test.each([
  [undefined, ''],
  ['', ''],
  ['0141 496 0000', '0141 496 0000'],
  ['+44 (0)141 496 0000', '+44 (0)141 496 0000'],
  ['call us', null],
  ['0141 496 0000\nx', null],
])('the setting MAIL_PHONE %j is %j', (text, phone) => {
  expect(readPhone(text)).toBe(phone);
});
