import { useForm, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';
import { jobPostingSchema, parseRequirements, type JobPosting } from '../../core/domain/job-posting.ts';

/** What the form holds while it is typed. */
export interface PostingValues {
  title: string;
  type: string;
  location: string;
  description: string;
  /** One a line. */
  requirements: string;
}

const EMPTY: PostingValues = { title: '', type: '', location: '', description: '', requirements: '' };

export type PostingForm = UseFormReturn<PostingValues, unknown, JobPosting>;

/** What is wrong with a line of the requirements is told of them all: they are one field. */
const resolver: Resolver<PostingValues, unknown, JobPosting> = (values) => {
  const parsed = jobPostingSchema.safeParse({ ...values, requirements: parseRequirements(values.requirements) });
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<PostingValues> = {};
  for (const { path, message } of parsed.error.issues) errors[path[0] as keyof PostingValues] ??= { type: 'schema', message };
  return { values: {}, errors };
};

export const usePostingForm = (): PostingForm => useForm<PostingValues, unknown, JobPosting>({ resolver, defaultValues: EMPTY });
