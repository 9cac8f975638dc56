import type { ReactNode } from 'react';

interface ListHeaderProps {
  title: string;
  subtitle: string;
  /** What can be done with the list as a whole. */
  action?: ReactNode;
}

export function ListHeader({ title, subtitle, action }: ListHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-3xl font-extrabold">
          {title}
        </h1>
        <p className="mt-1 text-muted">{subtitle}</p>
      </div>
      {action}
    </header>
  );
}
