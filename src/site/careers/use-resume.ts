import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ApplicationForm } from '../../core/domain/job-application.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { checkResume, type ResumeProblem } from '../../core/domain/resume.ts';
import { readFormFile, removeFormFile, saveFormFile } from '../../runtime/stored-forms.ts';
import type { StoredFormState } from '../../runtime/use-stored-form.ts';
import type { ApplicationValues } from './careers-frame.tsx';

type ReadResume = { ok: true; file: File } | { ok: false; message: string };

const PROBLEMS: Record<ResumeProblem | 'unreadable', string> = {
  'wrong-type': 'This file is not a PDF, DOC or DOCX. Please save it as a PDF and choose that one',
  'rich-text':
    'This file is rich text (RTF), whatever its name says. Please save it as a PDF or DOCX and choose that one',
  encrypted:
    'This file is protected by a password, so our office can’t open it. Please save it without the password and choose it again',
  'too-large': 'This file is larger than 10 MB. Please choose a smaller one',
  empty: 'This file is empty. Please choose another one',
  unreadable: 'This file could not be read. Please choose it again',
};

/**
 * Reads and checks a picked file. Returns its bytes in memory: the original may change or vanish
 * before it is sent.
 */
async function readResume(picked: File): Promise<ReadResume> {
  try {
    // One byte more than allowed tells a file that is too large, however large it is.
    const bytes = await picked.slice(0, LIMITS.resumeBytes + 1).arrayBuffer();
    const check = checkResume(new Uint8Array(bytes));
    if (!check.ok) return { ok: false, message: PROBLEMS[check.problem] };
    return { ok: true, file: new File([bytes], picked.name, { type: check.type }) };
  } catch {
    return { ok: false, message: PROBLEMS.unreadable };
  }
}

interface Resume {
  file: File | null;
  pick: (picked: File) => Promise<void>;
  remove: () => void;
}

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

/**
 * Holds the picked résumé, of which the form holds only the name, and stores it with the form's
 * values, whose `changes` by other tabs may be another résumé.
 */
export function useResume(
  form: UseFormReturn<ApplicationValues, unknown, ApplicationForm>,
  { isLoaded, changes, changeFile }: Pick<StoredFormState, 'isLoaded' | 'changes' | 'changeFile'>,
): Resume {
  const [file, setFile] = useState<File | null>(null);
  const latest = useRef<File | null>(null);
  const { setValue, setError } = form;

  useEffect(() => {
    if (!isLoaded) return;
    const before = latest.current;
    void readFormFile('job_application').then((stored) => {
      // Someone who has picked another one by now is not interrupted.
      if (latest.current !== before || (before && changes === 0)) return;
      latest.current = null;
      setFile(stored);
      setValue('resume', stored?.name ?? '');
    });
  }, [isLoaded, changes, setValue]);

  const remove = () => {
    latest.current = null;
    setFile(null);
    setValue('resume', '', { shouldDirty: true });
    void removeFormFile('job_application');
  };

  const pick = async (picked: File) => {
    latest.current = picked;
    const read = await readResume(picked);
    if (latest.current !== picked) return;
    if (!read.ok) {
      remove();
      setError('resume', { message: read.message });
      return;
    }
    setFile(read.file);
    setValue('resume', read.file.name, CHANGED);
    changeFile();
    await saveFormFile('job_application', read.file);
  };

  return { file, pick, remove };
}
