import { checkSize, startsWith, type FileProblem, type Signature } from './file-check.ts';
import { LIMITS } from './limits.ts';

/** The file types a résumé may have: extension → media type. */
const RESUME_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

type ResumeExtension = keyof typeof RESUME_TYPES;
type ResumeCheck =
  { ok: true; extension: ResumeExtension; type: string } | { ok: false; problem: FileProblem };

const SIGNATURES: Record<ResumeExtension, Signature> = {
  pdf: [0x25, 0x50, 0x44, 0x46],
  doc: [0xd0, 0xcf, 0x11, 0xe0],
  docx: [0x50, 0x4b, 0x03, 0x04],
};

/**
 * Decides what a picked file is from its name and its first bytes; the browser's own `type` is often empty
 * and never trusted. Sizes are in bytes.
 */
export function checkResume(name: string, bytes: Uint8Array): ResumeCheck {
  const problem = checkSize(bytes, LIMITS.resumeBytes);
  if (problem) return { ok: false, problem };
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!isResumeExtension(extension) || !startsWith(bytes, SIGNATURES[extension]))
    return { ok: false, problem: 'wrong-type' };
  return { ok: true, extension, type: RESUME_TYPES[extension] };
}

function isResumeExtension(extension: string): extension is ResumeExtension {
  return Object.hasOwn(RESUME_TYPES, extension);
}
