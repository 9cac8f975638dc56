import { describe, expect, it } from 'vitest';
import { STAFF_LIMITS } from '../../src/core/domain/staff-limits.ts';
import { ADMIN, useDatabase } from '../support/database.ts';
import { rowFor, type Table } from '../support/records.ts';

const { asOwner, insertAs } = useDatabase();

const store = async (table: Table, changes: object) =>
  insertAs(ADMIN, `public.${table}`, {
    ...(await rowFor[table](asOwner, ADMIN.userId)),
    ...changes,
  });
const letters = (length: number) => 'x'.repeat(length);

/** The portal's forms have no rules for these texts; these are the database's limits. */
const BOUNDS: [Table, string, number, number][] = [
  ['careers', 'title', 1, 200],
  ['careers', 'location', 1, 200],
  ['careers', 'type', 1, 100],
  ['careers', 'description', 1, 5000],
  ['crew', 'name', 1, 60],
  ['gallery_images', 'alt', 1, 500],
  ['testimonials', 'name', 1, 100],
  ['testimonials', 'quote', 20, 400],
];

describe.each(BOUNDS)('%s.%s', (table, column, shortest, longest) => {
  it('accepts texts within its limits', async () => {
    await expect(store(table, { [column]: letters(shortest) })).resolves.toBeUndefined();
    await expect(store(table, { [column]: letters(longest) })).resolves.toBeUndefined();
  });

  it('refuses texts outside its limits', async () => {
    const tooShort = { code: shortest === 1 ? '23502' : '23514' };
    await expect(store(table, { [column]: letters(shortest - 1) })).rejects.toMatchObject(tooShort);
    await expect(store(table, { [column]: letters(longest + 1) })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('refuses control characters', async () => {
    await expect(store(table, { [column]: `${letters(shortest)}\u0007x` })).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe.each<[Table, string, number]>([
  ['careers', 'description', STAFF_LIMITS.jobDescription.lines],
  ['testimonials', 'quote', STAFF_LIMITS.quote.lines],
])('the lines of %s.%s', (table, column, most) => {
  const lines = (count: number) => Array.from({ length: count }, () => 'x').join('\n');

  it(`are ${most} at most`, async () => {
    await expect(store(table, { [column]: lines(most) })).resolves.toBeUndefined();
    await expect(store(table, { [column]: lines(most + 1) })).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe('the requirements of a posting', () => {
  it.each([
    ['none', null],
    ['an empty list', []],
    ['fifty lines of five hundred', Array.from({ length: 50 }, () => letters(500))],
  ])('may be %s', async (_case, requirements) => {
    await expect(store('careers', { requirements })).resolves.toBeUndefined();
  });

  it.each([
    ['fifty-one lines', Array.from({ length: 51 }, () => 'x')],
    ['a line of five hundred and one', [letters(501)]],
    ['a blank line', ['Careful', ' \u3000']],
    ['a line break', ['Careful\nfast']],
    ['a gap', ['Careful', null]],
    ['lists within a list', [['Careful'], ['Fast']]],
  ])('may not hold %s', async (_case, requirements) => {
    await expect(store('careers', { requirements })).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the file of a picture', () => {
  const FILE = '0123456789abcdef.webp';
  const HOST = 'https://project.example.com';
  const url = (path: string) => `${HOST}/storage/v1/object/public/gallery/${path}`;
  const at = (category: string, path: string) => ({ category, file_path: path, url: url(path) });

  it.each(['Residential', 'Commercial', 'Specialized', 'Before/After'])(
    'is in the folder of %s',
    async (category) => {
      await expect(
        store('gallery_images', at(category, `${category}/${FILE}`)),
      ).resolves.toBeUndefined();
    },
  );

  it.each([
    ['another category', at('Commercial', `Residential/${FILE}`)],
    ['half of a category', at('Before/After', `Before/${FILE}`)],
    ['an unknown category', at('Gardens', `Gardens/${FILE}`)],
    ['a type that can hold a script', at('Residential', 'Residential/0123456789abcdef.svg')],
  ])('never in %s', async (_case, changes) => {
    await expect(store('gallery_images', changes)).rejects.toMatchObject({ code: '23514' });
  });

  it('is a pair in the category Before/After alone', async () => {
    const pair = (category: string) => ({ ...at(category, `${category}/${FILE}`), is_pair: true });
    await expect(store('gallery_images', pair('Before/After'))).resolves.toBeUndefined();
    await expect(store('gallery_images', pair('Residential'))).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('may have an address on the same site', async () => {
    const path = `Residential/${FILE}`;
    await expect(
      store('gallery_images', { ...at('Residential', path), url: url(path).replace(HOST, '') }),
    ).resolves.toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    `https://elsewhere.example.com/Residential/${FILE}`,
    `${HOST}/storage/v1/object/public/gallery/Residential/ffffffffffffffff.webp`,
    `${HOST}/?/storage/v1/object/public/gallery/Residential/${FILE}`,
    `ftp://project.example.com/storage/v1/object/public/gallery/Residential/${FILE}`,
  ])('never has the address %s', async (address) => {
    await expect(store('gallery_images', { url: address })).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe('a testimonial', () => {
  const PATH = '0123456789abcdef.png';
  const ADDRESS = `/storage/v1/object/public/testimonials/${PATH}`;

  it.each([1, 5])('may rate %i', async (rating) => {
    await expect(store('testimonials', { rating })).resolves.toBeUndefined();
  });

  it.each([0, 6])('may not rate %i', async (rating) => {
    await expect(store('testimonials', { rating })).rejects.toMatchObject({ code: '23514' });
  });

  it.each([null, letters(100)])('may have the role %s', async (role) => {
    await expect(store('testimonials', { role })).resolves.toBeUndefined();
  });

  it('may not have a longer role', async () => {
    await expect(store('testimonials', { role: letters(101) })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('may have an avatar', async () => {
    await expect(
      store('testimonials', { avatar_path: PATH, avatar_url: ADDRESS }),
    ).resolves.toBeUndefined();
  });

  it.each([
    ['a path alone', { avatar_path: PATH }],
    ['an address alone', { avatar_url: ADDRESS }],
    ['the address of another file', { avatar_path: 'ffffffffffffffff.png', avatar_url: ADDRESS }],
    ['another host', { avatar_path: PATH, avatar_url: `https://elsewhere.example.com/${PATH}` }],
  ])('may not have an avatar with %s', async (_case, changes) => {
    await expect(store('testimonials', changes)).rejects.toMatchObject({ code: '23514' });
  });
});
