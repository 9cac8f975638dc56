import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ApplicationForm } from '../../core/domain/job-application.ts';
import { clearDraftFile, loadDraftFile, saveDraftFile } from '../../runtime/drafts.ts';
import type { ApplicationValues } from './application-fields.tsx';
import { readResume } from './read-resume.ts';

interface Resume {
  file: File | null;
  pick: (picked: File) => Promise<void>;
  remove: () => void;
}

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

/**
 * Holds the picked résumé beside its form, which holds its name, and keeps it with the form's draft. `isDraftLoaded`: what
 * the draft holds of the texts is in the form.
 */
export function useResume(form: UseFormReturn<ApplicationValues, unknown, ApplicationForm>, isDraftLoaded: boolean): Resume {
  const [file, setFile] = useState<File | null>(null);
  const latest = useRef<File | null>(null);
  const { setValue, setError } = form;

  useEffect(() => {
    if (!isDraftLoaded) return;
    void loadDraftFile('job_application').then((kept) => {
      // Someone who has picked another one by now is not interrupted.
      if (latest.current) return;
      setFile(kept);
      setValue('resume', kept?.name ?? '');
    });
  }, [isDraftLoaded, setValue]);

  const remove = () => {
    latest.current = null;
    setFile(null);
    setValue('resume', '', { shouldDirty: true });
    void clearDraftFile('job_application');
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
    await saveDraftFile('job_application', read.file);
  };

  return { file, pick, remove };
}
