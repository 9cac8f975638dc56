import { FileField } from '../../ui/file-field.tsx';

interface ResumeFieldProps {
  id: string;
  file: File | null;
  error?: string | undefined;
  onPick: (picked: File) => void;
  onRemove: () => void;
}

/** Takes the applicant's résumé. */
export const ResumeField = (props: ResumeFieldProps) => (
  <FileField label="Resume" hint="A PDF, DOC or DOCX file of at most 10 MB." accept=".pdf,.doc,.docx" required {...props} />
);
