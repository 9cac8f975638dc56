import { COMPANY } from '../content/company.ts';

export function PhoneLink() {
  return (
    <a href={COMPANY.phoneLink} className="font-semibold whitespace-nowrap text-brand underline underline-offset-4">
      {COMPANY.phone}
    </a>
  );
}
