import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** Short facts about a row, side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-x-5 gap-y-1.5">{children}</dl>;
}

interface FactProps {
  icon: IconName;
  /** Read out; those who see have the sign. */
  label: string;
  children: ReactNode;
}

export function Fact({ icon, label, children }: FactProps) {
  return (
    <div className="flex items-start gap-2.5">
      <dt>
        <Icon name={icon} className="mt-0.5 size-5 text-muted" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
