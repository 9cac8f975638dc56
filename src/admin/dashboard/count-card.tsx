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
    <li className="relative grid grid-cols-[1fr_auto] items-start gap-1 rounded-2xl border border-line bg-surface p-4 shadow-card transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus hover:border-brand sm:p-5">
      <div className="min-w-0">
        <p className="text-3xl font-extrabold text-heading tabular-nums">{count === null ? '–' : count.toLocaleString('en-GB')}</p>
        <h2 className="text-base font-semibold tracking-normal">
          <Link to={path} className="text-ink no-underline outline-none after:absolute after:inset-0">
            {label}
          </Link>
        </h2>
        <p className="mt-1 min-h-6 text-sm font-semibold text-brand">{added > 0 && `${added} new since your last visit`}</p>
      </div>
      <span className="grid size-10 place-items-center rounded-full bg-tint text-brand max-sm:size-9">
        <Icon name={icon} />
      </span>
    </li>
  );
}
