import { LIMITS } from './limits.ts';

/** The file types a résumé may have: extension → media type. */
export const RESUME_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export type ResumeExtension = keyof typeof RESUME_TYPES;
export type ResumeProblem = 'wrong-type' | 'too-large' | 'empty';
export type ResumeCheck = { ok: true; extension: ResumeExtension; type: string } | { ok: false; problem: ResumeProblem };

const SIGNATURES: Record<ResumeExtension, readonly number[]> = {
  pdf: [0x25, 0x50, 0x44, 0x46],
  doc: [0xd0, 0xcf, 0x11, 0xe0],
  docx: [0x50, 0x4b, 0x03, 0x04],
};

const startsWith = (bytes: Uint8Array, signature: readonly number[]) => signature.every((byte, i) => bytes[i] === byte);

/**
 * Decides what a picked file is from its name and its first bytes; the browser's own `type` is often empty
 * and never trusted. Sizes are in bytes.
 */
export function checkResume(name: string, bytes: Uint8Array): ResumeCheck {
  if (bytes.length === 0) return { ok: false, problem: 'empty' };
  if (bytes.length > LIMITS.resumeBytes) return { ok: false, problem: 'too-large' };
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!isResumeExtension(extension) || !startsWith(bytes, SIGNATURES[extension])) return { ok: false, problem: 'wrong-type' };
  return { ok: true, extension, type: RESUME_TYPES[extension] };
}

function isResumeExtension(extension: string): extension is ResumeExtension {
  return Object.hasOwn(RESUME_TYPES, extension);
}
