import { checkSize, startsWith, type FileProblem, type Signature } from './file-check.ts';
import { LIMITS } from './limits.ts';

/** The types of a résumé: extension → media type. */
const RESUME_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

type ResumeExtension = keyof typeof RESUME_TYPES;
export type ResumeProblem = FileProblem | 'rich-text' | 'encrypted';
type ResumeCheck =
  { ok: true; extension: ResumeExtension; type: string } | { ok: false; problem: ResumeProblem };

/** The first bytes of a file that decide its type. */
export const RESUME_HEAD_BYTES = 1024;

const ascii = (text: string): Signature => [...text].map((character) => character.charCodeAt(0));

const BYTE_ORDER_MARK: Signature = [0xef, 0xbb, 0xbf];
const WHITE_SPACE: readonly (number | undefined)[] = [0x09, 0x0a, 0x0c, 0x0d, 0x20];
const PDF = ascii('%PDF-');
/** The compound file format of Word 97 to 2003 and other programs of that time ([MS-CFB] 2.2). */
const COMPOUND: Signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = ascii('PK\x03\x04');
const RICH_TEXT = ascii('{\\rtf');

/**
 * A file's type by its first `RESUME_HEAD_BYTES` bytes, whatever its name; null for any other type.
 * A PDF may begin after a byte order mark and white space, as readers accept.
 */
function resumeTypeOf(bytes: Uint8Array): ResumeExtension | null {
  if (startsWith(bytes, COMPOUND)) return 'doc';
  if (startsWith(bytes, ZIP)) return 'docx';
  let start = startsWith(bytes, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (start < RESUME_HEAD_BYTES && WHITE_SPACE.includes(bytes[start])) start++;
  return startsWith(bytes.subarray(0, RESUME_HEAD_BYTES), PDF, start) ? 'pdf' : null;
}

/**
 * Whether a stored résumé's bytes do not match the type in its path. `head`: its first
 * `RESUME_HEAD_BYTES` bytes.
 */
export function isUnsafeResume(path: string, head: Uint8Array): boolean {
  const type = resumeTypeOf(head);
  return type === null || !path.endsWith(`.${type}`);
}

/**
 * Determines a chosen file's type by its bytes: its name and the browser's `type` are often empty
 * or wrong. Sizes are in bytes.
 */
export function checkResume(bytes: Uint8Array): ResumeCheck {
  const extension = resumeTypeOf(bytes);
  const problem =
    checkSize(bytes, LIMITS.resumeBytes) ?? (extension && PROBLEMS_OF[extension](bytes));
  if (problem) return { ok: false, problem };
  if (extension) return { ok: true, extension, type: RESUME_TYPES[extension] };
  return { ok: false, problem: startsWith(bytes, RICH_TEXT) ? 'rich-text' : 'wrong-type' };
}

/** Other programs write compound and zip files too, so the container's directory decides. */
const PROBLEMS_OF: Record<ResumeExtension, (bytes: Uint8Array) => ResumeProblem | null> = {
  pdf: () => null,
  doc(bytes) {
    if (findStream(bytes, 'EncryptedPackage') !== null) return 'encrypted';
    const document = findStream(bytes, 'WordDocument');
    if (document === null) return 'wrong-type';
    return isEncryptedDocument(bytes, document) ? 'encrypted' : null;
  },
  docx: (bytes) =>
    hasZipEntry(bytes, 'word/') && !hasZipEntry(bytes, 'word/vbaProject.bin') ? null : 'wrong-type',
};

/**
 * Directory entries of a compound file are 128 bytes each and aligned, after a header of 512
 * ([MS-CFB] 2.6.1).
 */
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const FIRST_SECTOR_AT = 116;
const SECTOR_SHIFT_AT = 30;

const utf16 = (text: string): Signature =>
  [...text, '\0'].flatMap((character) => [character.charCodeAt(0), 0]);

/** The offset of a stream's directory entry in a compound file; null without such a stream. */
function findStream(bytes: Uint8Array, name: string): number | null {
  const signature = utf16(name);
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES)
    if (bytes[at + NAME_LENGTH_AT] === signature.length && startsWith(bytes, signature, at))
      return at;
  return null;
}

/** The flag `fEncrypted` at the start of the stream `WordDocument` ([MS-DOC] 2.5.2). */
function isEncryptedDocument(bytes: Uint8Array, entry: number): boolean {
  const view = viewOf(bytes);
  const sector = view.getUint32(entry + FIRST_SECTOR_AT, true);
  const start = (sector + 1) * 2 ** view.getUint16(SECTOR_SHIFT_AT, true);
  return ((bytes[start + 11] ?? 0) & 1) === 1;
}

/**
 * The central directory of a zip file: its entries, and the end record with an optional comment
 * (APPNOTE 4.3).
 */
const ZIP_ENTRY = ascii('PK\x01\x02');
const ZIP_END = ascii('PK\x05\x06');
const ZIP_ENTRY_BYTES = 46;
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES = 0xffff;

/** Whether a zip file has an entry whose name begins with this prefix. */
function hasZipEntry(bytes: Uint8Array, name: string): boolean {
  const view = viewOf(bytes);
  const signature = ascii(name);
  const last = bytes.length - ZIP_END_BYTES;
  let end = last;
  while (end >= 0 && !startsWith(bytes, ZIP_END, end)) {
    end--;
    if (last - end > ZIP_COMMENT_BYTES) return false;
  }
  if (end < 0) return false;
  let at = view.getUint32(end + 16, true);
  while (at + ZIP_ENTRY_BYTES <= end && startsWith(bytes, ZIP_ENTRY, at)) {
    if (startsWith(bytes, signature, at + ZIP_ENTRY_BYTES)) return true;
    at +=
      ZIP_ENTRY_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  return false;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
