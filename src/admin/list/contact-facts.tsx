import { Fact } from './facts.tsx';

const linkClass = 'inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-4';

/** A phone number that can be called. */
export const PhoneFact = ({ phone }: { phone: string }) => (
  <Fact icon="phone" label="Phone">
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={linkClass}>
      {phone}
    </a>
  </Fact>
);

/** An e-mail address that can be written to. */
export const EmailFact = ({ email }: { email: string }) => (
  <Fact icon="mail" label="Email">
    <a href={`mailto:${email}`} className={linkClass}>
      {email}
    </a>
  </Fact>
);
