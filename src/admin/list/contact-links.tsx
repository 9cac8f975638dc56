const linkClass = 'inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-4';

/** A phone number that can be called. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={linkClass}>
    {phone}
  </a>
);

/** An e-mail address that can be written to. */
export const EmailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={linkClass}>
    {email}
  </a>
);
