import { expect, test } from 'vitest';
import { isPublicPicturePath, isPublicReadPath, PUBLIC_READS, publicReadPath } from '../../../src/core/backend/public-reads.ts';

test('every page of every public read is recognised by its address', () => {
  for (const read of PUBLIC_READS) {
    expect(isPublicReadPath(publicReadPath(read))).toBe(true);
    expect(isPublicReadPath(publicReadPath(read, 2))).toBe(true);
  }
});

test.each(['/rest/v1/bookings?select=*', '/rest/v1/careers?select=*', '/rest/v1/alerts?select=*&order=created_at.desc,id&limit=1000'])(
  'another read, %s, is not kept',
  (path) => expect(isPublicReadPath(path)).toBe(false),
);

test('pictures of the public buckets are kept, résumés and signed links are not', () => {
  expect(isPublicPicturePath('/storage/v1/object/public/gallery/Residential/abc.webp')).toBe(true);
  expect(isPublicPicturePath('/storage/v1/object/public/testimonials/abc.webp')).toBe(true);
  expect(isPublicPicturePath('/storage/v1/object/public/resumes/abc.pdf')).toBe(false);
  expect(isPublicPicturePath('/storage/v1/object/sign/gallery/abc.webp')).toBe(false);
});
