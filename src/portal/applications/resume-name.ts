import { referenceOf } from '../../core/domain/reference.ts';

/** ASCII for characters that do not decompose into a letter and marks. */
const IN_ASCII: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  ı: 'i',
  Ł: 'L',
  ł: 'l',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  ß: 'ss',
  Þ: 'Th',
  þ: 'th',
  '‘': "'",
  '’': "'",
  '‐': '-',
  '–': '-',
  '—': '-',
};

const MAX_LENGTH = 60;

function toAscii(name: string): string {
  const text = [...name.normalize('NFKD')]
    .map((character) => IN_ASCII[character] ?? character)
    .join('')
    .replace(/\p{M}+/gu, '')
    // Characters that file systems refuse, and others outside this set.
    .replace(/[^A-Za-z0-9'.-]+/g, ' ')
    .slice(0, MAX_LENGTH)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9.]+$/g, '');
  return /[A-Za-z]/.test(text) ? text : '';
}

/**
 * The name to save a résumé under, such as `Resume Jane Doe RZG8-QBZ5.pdf`: ASCII, and valid on
 * every file system. A name without Latin letters is left out.
 */
export function resumeFileName(row: { id: string; name: string; resume_path: string }): string {
  const extension = row.resume_path.slice(row.resume_path.lastIndexOf('.'));
  const parts = ['Resume', toAscii(row.name), referenceOf(row.id)];
  return parts.filter(Boolean).join(' ') + extension;
}
