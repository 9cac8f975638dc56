import { Icon } from '../../ui/icon.tsx';
import { TRUST_BADGES } from '../content/trust-badges.ts';

export function TrustBadges() {
  return (
    <section aria-label="Why you can trust us" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 lg:py-20">
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-5">
        {TRUST_BADGES.map(({ icon, text }) => (
          <li
            key={text}
            className="flex items-center gap-4 rounded-3xl border border-line bg-surface p-3.5 font-semibold text-heading shadow-card sm:p-5 last:sm:col-span-2 lg:flex-col lg:items-start lg:last:col-span-1"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-tint text-brand">
              <Icon name={icon} className="size-6" />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
