import { expect, test } from 'vitest';
import { checkResume } from '../../../src/core/domain/resume.ts';

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const DOC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1];
const DOCX = [0x50, 0x4b, 0x03, 0x04, 0x14];

test.each([
  ['cv.pdf', PDF, 'application/pdf'],
  ['CV.PDF', PDF, 'application/pdf'],
  ['my.cv.doc', DOC, 'application/msword'],
  ['cv.docx', DOCX, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%s is recognised by its ending and its first bytes', (name, bytes, type) => {
  expect(checkResume(name, new Uint8Array(bytes))).toMatchObject({ ok: true, type });
});

test.each([
  ['cv.pdf', DOCX, 'wrong-type'],
  ['cv.exe', PDF, 'wrong-type'],
  ['pdf', DOC, 'wrong-type'],
  ['cv.pdf', [], 'empty'],
] as const)('%s with the wrong bytes is refused', (name, bytes, problem) => {
  expect(checkResume(name, new Uint8Array(bytes))).toEqual({ ok: false, problem });
});

test('ten megabytes are accepted, one byte more is not', () => {
  const file = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(PDF);
    return bytes;
  };
  expect(checkResume('cv.pdf', file(10 * 1024 * 1024)).ok).toBe(true);
  expect(checkResume('cv.pdf', file(10 * 1024 * 1024 + 1))).toEqual({
    ok: false,
    problem: 'too-large',
  });
});
