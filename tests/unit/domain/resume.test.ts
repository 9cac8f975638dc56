import { expect, test } from 'vitest';
import { checkResume, isUnsafeResume, RESUME_HEAD_BYTES } from '../../../src/core/domain/resume.ts';
import {
  aCompoundFile,
  aZip,
  DOC,
  DOCX,
  ENCRYPTED_DOC,
  ENCRYPTED_DOCX,
  RICH_TEXT,
} from '../../support/documents.ts';

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PDF = Buffer.from('%PDF-1.7\n');
const after = (start: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(start, 'latin1'), bytes]);

test.each([
  ['a PDF', PDF, 'pdf', 'application/pdf'],
  ['a PDF after a byte order mark', after('\xef\xbb\xbf', PDF), 'pdf', 'application/pdf'],
  ['a PDF after blank lines', after('\r\n \t\f\n', PDF), 'pdf', 'application/pdf'],
  ['a PDF after both', after('\xef\xbb\xbf\n', PDF), 'pdf', 'application/pdf'],
  ['a Word 97 document', DOC, 'doc', 'application/msword'],
  [
    'a Word document after a long comment',
    Buffer.concat([DOCX, Buffer.alloc(65_000)]),
    'docx',
    DOCX_TYPE,
  ],
  ['a Word document', DOCX, 'docx', DOCX_TYPE],
])('%s is told by its bytes', (_, bytes, extension, type) => {
  expect(checkResume(bytes)).toEqual({ ok: true, extension, type });
});

test.each([
  ['a program', Buffer.from('MZ'), 'wrong-type'],
  ['text before a PDF', after('<html>', PDF), 'wrong-type'],
  ['a zip file without its directory', DOCX.subarray(0, -30), 'wrong-type'],
  ['a zip file of some signatures alone', Buffer.from('PK\x03\x04'.repeat(50_000)), 'wrong-type'],
  ['blank lines alone', Buffer.from('\n'.repeat(2000)), 'wrong-type'],
  ['a PDF after more white space than readers skip', after(' '.repeat(1020), PDF), 'wrong-type'],
  ['a workbook', aZip('[Content_Types].xml', 'xl/workbook.xml'), 'wrong-type'],
  ['an OpenDocument text', aZip('mimetype', 'content.xml'), 'wrong-type'],
  [
    'a document with macros',
    aZip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
    'wrong-type',
  ],
  ['an old workbook', aCompoundFile({ Workbook: Buffer.alloc(0) }), 'wrong-type'],
  ['rich text', RICH_TEXT, 'rich-text'],
  ['a Word document with a password', ENCRYPTED_DOCX, 'encrypted'],
  ['a Word 97 document with a password', ENCRYPTED_DOC, 'encrypted'],
  ['an empty file', Buffer.alloc(0), 'empty'],
])('%s is refused', (_, bytes, problem) => {
  expect(checkResume(bytes)).toEqual({ ok: false, problem });
});

test('ten megabytes are accepted, one byte more is not', () => {
  const file = (size: number) => Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]);
  expect(checkResume(file(10 * 1024 * 1024)).ok).toBe(true);
  expect(checkResume(file(10 * 1024 * 1024 + 1))).toEqual({ ok: false, problem: 'too-large' });
});

test.each([
  ['x.pdf', after('\xef\xbb\xbf\n', PDF), false],
  ['x.doc', DOC, false],
  ['x.docx', DOCX, false],
  ['x.doc', DOCX, true],
  ['x.docx', DOC, true],
  ['x.pdf', DOCX, true],
  ['x.doc', RICH_TEXT, true],
  ['x.pdf', Buffer.from('MZ'), true],
  ['x.pdf', Buffer.alloc(0), true],
])('stored as %s, %j is unsafe: %j', (path, bytes, unsafe) => {
  expect(isUnsafeResume(path, bytes.subarray(0, RESUME_HEAD_BYTES))).toBe(unsafe);
});

test('a file that the picker accepts is never unsafe under its stored extension', () => {
  for (const bytes of [
    PDF,
    after('\xef\xbb\xbf\n', PDF),
    after(' '.repeat(1000), PDF),
    DOC,
    DOCX,
  ]) {
    const check = checkResume(bytes);
    expect(check.ok && isUnsafeResume(`x.${check.extension}`, bytes)).toBe(false);
    expect(check.ok).toBe(true);
  }
});
