import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CSV_START, csvLine, phoneCell } from '../../../src/core/domain/csv.ts';

const read = (text: string) => parse(text, { bom: true }) as string[][];

test('another library reads the same texts, with any characters', () => {
  const lines = [
    ['Name', 'Notes'],
    ['Zoë O’Brien', 'Two cats, one dog.\nThe key is "next door".'],
    ['Ann\r\nBaker', ''],
    ['  spaces  ', '🏡, "'],
  ];
  const text = CSV_START + lines.map(csvLine).join('');

  expect(read(text)).toEqual(lines);
  expect([...new TextEncoder().encode(text)].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
});

test('lines end as the standard says', () => {
  expect(csvLine(['a', 'b'])).toBe('a,b\r\n');
});

test.each([
  '=1+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '+441414960123',
  '+44-141-4960123',
  '- HYPERLINK("http://example.com")',
  "- key cmd|'/C calc'!A0",
  '- key Sheet2!A1',
  '- A1',
  '-A1',
  '- key under mat',
  '+44 141 496 0123+A1',
  '+44\u200b141',
  '+44\t141',
  '- HYPERLINK ("http://example.com")',
  '- HYPERLINK\u00a0("http://example.com")',
  '- HYPERLINK\u200b("http://example.com")',
  '-\u200bHYPERLINK ("http://example.com")',
  '+\u2003SUM\t(A1)',
  ' =1+1',
  '\n=1+1',
  '\u00a0=1+1',
  '\u3000=1+1',
  '\u200b=1+1',
  '\u200f=1+1',
  '\u202e=1+1',
  '\u00ad=1+1',
  '\ufeff=1+1',
  '\u0000=1+1',
  '\ufe0f=1+1',
  '\u3164=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\u200b ＝1+1',
  '﹦1+1',
])('a cell that a spreadsheet would run is text: %j', (cell) => {
  expect(read(csvLine([cell]))).toEqual([[`'${cell}`]]);
});

test.each([
  '0141 496 0123',
  'a=b',
  'Ann @ home',
  'Smith-Jones',
  '+44 141 496 0123',
  '+44 (0)141 496 0123',
  '+44\u00a0141 496 0123',
  '＋44 141 496 0123',
  '– key under mat',
  '• Ann = Baker',
  '\u200bAnn',
])('a cell that none would run stays as it is: %j', (cell) => {
  expect(csvLine([cell])).toBe(`${cell}\r\n`);
});

test.each(['one;=1+1', 'one\t=1+1'])(
  'a spreadsheet that also splits at semicolons and tabs reads one cell: %j',
  (cell) => {
    const cells = parse(csvLine([cell, 'two']), { delimiter: [',', ';', '\t'] });
    expect(cells).toEqual([[cell, 'two']]);
  },
);

test.each([
  ['07700900123', '07700 900123'],
  ['0141.4960123', '0141 4960123'],
  ['447700900123', '44 7700 900123'],
  ['01414960123', '0141 496 0123'],
  ['02079460123', '020 7946 0123'],
  ['01134960123', '0113 496 0123'],
  ['01632960123', '01632 960123'],
  ['0169772345', '016977 2345'],
  ['08081570123', '0808 157 0123'],
  ['+441414960123', '+44 141 496 0123'],
  ['7700900123', '7700 900123'],
  ['00353155501', '00353 155501'],
])(
  'a phone number that a spreadsheet would take for a number keeps its digits: %s',
  (phone, cell) => {
    expect(phoneCell(phone)).toBe(cell);
  },
);

test.each(['0141 496 0123', '+44 7700 900123', '(0141) 4960123', '07700-900123', ''])(
  'a phone number that none would take for one stays as it is: %j',
  (phone) => {
    expect(phoneCell(phone)).toBe(phone);
  },
);
