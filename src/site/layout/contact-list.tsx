import { Icon } from '../../ui/shell/icon.tsx';
import { COMPANY } from '../content/company.ts';

const rowClass = 'inline-flex min-h-9 items-center gap-3';

/** How to reach the company. Takes the colours of where it stands. */
export function ContactList() {
  return (
    <ul className="grid gap-1">
      <li>
        <a href={COMPANY.phoneLink} className={`${rowClass} underline-offset-4 hover:underline`}>
          <Icon name="phone" />
          {COMPANY.phone}
        </a>
      </li>
      <li>
        <a href={`mailto:${COMPANY.email}`} className={`${rowClass} underline-offset-4 hover:underline`}>
          <Icon name="mail" />
          {COMPANY.email}
        </a>
      </li>
      <li className={rowClass}>
        <Icon name="pin" />
        {COMPANY.address}
      </li>
    </ul>
  );
}
