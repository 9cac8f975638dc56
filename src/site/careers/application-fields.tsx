import type { ReactNode } from 'react';
import type { ApplicationForm } from '../../core/domain/job-application.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import type { Bind } from '../forms/bind.ts';

/** In the order of the page. `resume` is the name of the picked file. */
export const EMPTY_APPLICATION = {
  career_id: '',
  name: '',
  phone: '',
  email: '',
  resume: '',
  cover_letter: '',
} satisfies Record<keyof ApplicationForm, string>;

export type ApplicationValues = typeof EMPTY_APPLICATION;

interface ApplicationFieldsProps {
  bind: Bind<keyof ApplicationValues>;
  disabled: boolean;
  resume: ReactNode;
  coverLetterCount: ReactNode;
}

export function ApplicationFields({ bind, disabled, resume, coverLetterCount }: ApplicationFieldsProps) {
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5 sm:grid-cols-2">
      <legend className="sr-only">Your application</legend>
      <TextField {...bind('name')} label="Full Name" autoComplete="name" required />
      <TextField {...bind('phone')} label="Phone" type="tel" inputMode="tel" autoComplete="tel" required />
      <div className="sm:col-span-2">
        <TextField {...bind('email')} label="Email" type="email" inputMode="email" autoComplete="email" required />
      </div>
      <div className="sm:col-span-2">{resume}</div>
      <div className="sm:col-span-2">
        <TextareaField {...bind('cover_letter')} label="Cover Letter" rows={5} hint={<>Optional. {coverLetterCount}</>} />
      </div>
    </fieldset>
  );
}
