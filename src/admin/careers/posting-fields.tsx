import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import type { PostingForm, PostingValues } from './posting-form.ts';

export function PostingFields({ form }: { form: PostingForm }) {
  const bind = (name: keyof PostingValues) => ({
    ...form.register(name),
    id: `posting-${name}`,
    error: form.formState.errors[name]?.message,
  });
  return (
    <fieldset disabled={form.formState.isSubmitting} className="grid min-w-0 gap-4">
      <TextField {...bind('title')} label="Job Title" required />
      <TextField {...bind('type')} label="Type" placeholder="e.g. Full-time, Part-time" required />
      <TextField {...bind('location')} label="Location" required />
      <TextareaField {...bind('description')} label="Description" rows={4} required />
      <TextareaField {...bind('requirements')} label="Requirements (one per line)" rows={5} />
    </fieldset>
  );
}
