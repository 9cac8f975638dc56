import type { ReactElement } from 'react';
import type { Contact } from '../../core/domain/contact.ts';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { EmailField } from '../forms/contact-details.tsx';
import type { Bind } from '../forms/form-shell.tsx';

interface ContactFieldsProps {
  bind: Bind<keyof Contact>;
  disabled: boolean;
  messageCount: ReactElement;
}

export function ContactFields({ bind, disabled, messageCount }: ContactFieldsProps) {
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5 sm:grid-cols-2">
      <legend className="sr-only">Your message</legend>
      <TextField {...bind('name')} label="Name" autoComplete="name" required />
      <EmailField {...bind('email')} />
      <div className="sm:col-span-2">
        <TextField {...bind('subject')} label="Subject" required />
      </div>
      <div className="sm:col-span-2">
        <TextareaField {...bind('message')} label="Message" rows={6} hint={messageCount} required />
      </div>
    </fieldset>
  );
}
