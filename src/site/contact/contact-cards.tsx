import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { COMPANY } from '../content/company.ts';

const linkClass = 'inline-flex min-h-9 items-center underline-offset-4 hover:underline';

function ContactCard({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-tint text-brand">
        <Icon name={icon} className="size-6" />
      </span>
      <div className="min-w-0">
        <h2 className="text-base font-bold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

/** The three ways to reach the company. */
export function ContactCards() {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      <ContactCard icon="phone" title="Phone">
        <a href={COMPANY.phoneLink} className={linkClass}>
          {COMPANY.phone}
        </a>
      </ContactCard>
      <ContactCard icon="mail" title="Email">
        <a href={`mailto:${COMPANY.email}`} className={linkClass}>
          {COMPANY.email}
        </a>
      </ContactCard>
      <ContactCard icon="pin" title="Address">
        <p className="flex min-h-9 items-center">{COMPANY.address}</p>
      </ContactCard>
    </ul>
  );
}
