import { expect, test } from 'vitest';
import {
  isPictureResponse,
  isPublicPicturePath,
  PUBLIC_READS,
  publicReadOf,
  publicReadPath,
  readResponseRows,
} from '../../../src/core/server/public-reads.ts';
import { ANSWERS_OF_OTHERS, json } from '../support/scripted-fetch.ts';

test('every page of every public read is recognised by its address', () => {
  for (const read of PUBLIC_READS) {
    expect(publicReadOf(publicReadPath(read))).toBe(read);
    expect(publicReadOf(publicReadPath(read, 2))).toBe(read);
  }
});

test.each([
  '/rest/v1/bookings?select=*',
  '/rest/v1/careers?select=*',
  '/rest/v1/alerts?select=*&order=created_at.desc,id&limit=1000',
])('another read, %s, is not kept', (path) => expect(publicReadOf(path)).toBeUndefined());

test('pictures of the public buckets are kept, résumés and signed links are not', () => {
  expect(isPublicPicturePath('/storage/v1/object/public/gallery/Residential/abc.webp')).toBe(true);
  expect(isPublicPicturePath('/storage/v1/object/public/testimonials/abc.webp')).toBe(true);
  expect(isPublicPicturePath('/storage/v1/object/public/resumes/abc.pdf')).toBe(false);
  expect(isPublicPicturePath('/storage/v1/object/sign/gallery/abc.webp')).toBe(false);
});

const position = {
  id: '1',
  title: 'Cleaner',
  location: 'Paisley',
  type: 'Full-time',
  description: 'Clean offices.',
  requirements: null,
};
const testimonial = { id: '1', name: 'Cara Dunn', role: null, rating: 5, quote: 'Spotless.' };

test('a list is read with all that its rows hold, and an empty one as empty', async () => {
  expect(await readResponseRows('careers', json(200, [position]))).toEqual([position]);
  expect(await readResponseRows('homeTestimonials', json(200, [testimonial]))).toEqual([
    testimonial,
  ]);
  expect(await readResponseRows('gallery', json(200, []))).toEqual([]);
});

const OTHERS = ANSWERS_OF_OTHERS.map(([name, , answer]): [string, () => Response] => [
  name,
  answer,
]);

test.each([
  ...OTHERS,
  ['an error of our own', () => json(503, { code: 'PGRST002', message: 'no schema cache' })],
  ['an error in the shape of a list', () => json(500, [])],
  ['JSON that is no list', () => json(200, { portal: 'sign in' })],
  ['a list of something else', () => json(200, [{ id: '1', url: 'https://hotel.example' }])],
  ['a list of texts', () => json(200, ['sign in'])],
  ['another list of ours', () => json(200, [testimonial])],
])('%s is not taken for the open positions', async (_, answer) => {
  expect(await readResponseRows('careers', answer())).toBeNull();
});

const typed = (status: number, type: string) =>
  new Response('x', { status, headers: { 'content-type': type } });

test('only an image in full holds a picture', () => {
  expect(isPictureResponse(typed(200, 'image/webp'))).toBe(true);
  for (const answer of [
    typed(200, 'text/html'),
    typed(200, 'application/json'),
    typed(404, 'image/webp'),
    typed(206, 'image/webp'),
    new Response('x'),
  ]) {
    expect(isPictureResponse(answer)).toBe(false);
  }
});
