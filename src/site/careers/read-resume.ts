import type { FileProblem } from '../../core/domain/file-check.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { checkResume } from '../../core/domain/resume.ts';

type ReadResume = { ok: true; file: File } | { ok: false; message: string };

const PROBLEMS: Record<FileProblem | 'unreadable', string> = {
  'wrong-type': 'This file is not a PDF, DOC or DOCX. Please choose another one',
  'too-large': 'This file is larger than 10 MB. Please choose a smaller one',
  empty: 'This file is empty. Please choose another one',
  unreadable: 'This file could not be read. Please choose it again',
};

/** Reads and checks a picked file. Answers a copy of it in memory: the original may change or vanish before it is sent. */
export async function readResume(picked: File): Promise<ReadResume> {
  try {
    // One byte more than allowed tells a file that is too large, however large it is.
    const bytes = await picked.slice(0, LIMITS.resumeBytes + 1).arrayBuffer();
    const check = checkResume(picked.name, new Uint8Array(bytes));
    if (!check.ok) return { ok: false, message: PROBLEMS[check.problem] };
    return { ok: true, file: new File([bytes], picked.name, { type: check.type }) };
  } catch {
    return { ok: false, message: PROBLEMS.unreadable };
  }
}
