import { LIMITS } from '../../core/domain/limits.ts';
import { CharacterCount } from '../../ui/character-count.tsx';
import { bindNothing } from '../forms/bind.ts';
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
