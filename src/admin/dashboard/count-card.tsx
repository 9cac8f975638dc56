import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/icon.tsx';

interface CountCardProps {
  label: string;
  path: string;
  icon: IconName;
  /** Null when nobody knows. */
  count: number | null;
  /** Since the last visit. */
  added: number;
}

/** How many rows a list has, and the way to it. */
export function CountCard({ label, path, icon, count, added }: CountCardProps) {
  return (
    <li className="relative grid content-start gap-1 rounded-2xl border border-line bg-surface p-4 shadow-card transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus hover:border-brand sm:p-5">
      <div className="flex items-center justify-between gap-2">
        <p className="text-3xl font-extrabold text-heading tabular-nums">{count === null ? '–' : count.toLocaleString('en-GB')}</p>
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-tint text-brand">
          <Icon name={icon} />
        </span>
      </div>
      <h2 className="text-base font-semibold tracking-normal">
        <Link to={path} className="text-ink no-underline outline-none after:absolute after:inset-0">
          {label}
        </Link>
      </h2>
      {added > 0 && <p className="text-sm font-semibold text-brand">{added} new since your last visit</p>}
    </li>
  );
}
