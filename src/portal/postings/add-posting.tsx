import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  jobPostingSchema,
  parseRequirements,
  type JobPosting,
} from '../../core/domain/job-posting.ts';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { AddDialog, type AddForm } from '../create/add-dialog.tsx';

const EMPTY = {
  title: '',
  type: '',
  location: '',
  description: '',
  /** One requirement a line. */
  requirements: '',
};

type PostingValues = typeof EMPTY;

/** An error in one line of the requirements is shown for all of them: they are one field. */
const resolver: Resolver<PostingValues, unknown, JobPosting> = (values) => {
  const parsed = jobPostingSchema.safeParse({
    ...values,
    requirements: parseRequirements(values.requirements),
  });
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<PostingValues> = {};
  for (const { path, message } of parsed.error.issues)
    errors[path[0] as keyof PostingValues] ??= { type: 'schema', message };
  return { values: {}, errors };
};

const FORM: AddForm<PostingValues, JobPosting> = {
  entity: 'careers',
  empty: EMPTY,
  resolver,
  creationOf: (values) => ({ entity: 'careers', values }),
  openLabel: 'Add Job Posting',
  title: 'Create Job Posting',
  description: 'It appears on the public careers page.',
  submitLabel: 'Create Job Posting',
  busyLabel: 'Creating...',
  Fields: ({ bind }) => (
    <>
      <TextField {...bind('title')} label="Job Title" required />
      <TextField {...bind('type')} label="Type" placeholder="e.g. Full-time, Part-time" required />
      <TextField {...bind('location')} label="Location" required />
      <TextareaField {...bind('description')} label="Description" rows={4} required />
      <TextareaField {...bind('requirements')} label="Requirements (one per line)" rows={5} />
    </>
  ),
};

/** Opens the form for a new position. */
export const AddPosting = () => <AddDialog form={FORM} />;
