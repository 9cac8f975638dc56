import { LIMITS } from '../../core/domain/limits.ts';
import { bindNothing } from '../forms/bind.ts';
import { CharacterCount } from '../forms/character-count.tsx';
import { FormShell } from '../forms/form-shell.tsx';
import { ContactFields } from './contact-fields.tsx';

/** The message form while its code loads. */
export function ContactShell() {
  return (
    <FormShell submitLabel="Send Message">
      <ContactFields bind={bindNothing('contact')} disabled messageCount={<CharacterCount text="" max={LIMITS.message.max} />} />
    </FormShell>
  );
}
