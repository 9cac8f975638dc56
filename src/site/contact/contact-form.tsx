import { contactSchema, type Contact } from '../../core/domain/contact.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { LiveCharacterCount } from '../../ui/text-form.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { useSubmissionForm, type Outgoing } from '../forms/use-submission-form.ts';
import { ContactFields } from './contact-fields.tsx';

const EMPTY_CONTACT = { name: '', email: '', subject: '', message: '' } satisfies Record<
  keyof Contact,
  string
>;

const prepare = (values: Contact): Outgoing => ({
  submission: { kind: 'contact', values },
  file: null,
  lines: [
    ['Subject', values.subject],
    ['Name', values.name],
    ['Email', values.email],
  ],
});

/** The form that sends a message to the office. */
export default function ContactForm() {
  const state = useSubmissionForm({ kind: 'contact', empty: EMPTY_CONTACT, schema: contactSchema });
  const { control } = state.form;
  if (!state.isDrawn) return null;
  return (
    <SubmissionForm
      state={state}
      prepare={prepare}
      submitLabel="Send Message"
      busyLabel="Sending..."
    >
      <ContactFields
        bind={state.bind}
        disabled={state.submitting.isBusy}
        messageCount={
          <LiveCharacterCount control={control} name="message" max={LIMITS.message.max} />
        }
      />
    </SubmissionForm>
  );
}
