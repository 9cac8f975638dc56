import type { ReactNode } from 'react';

/** What stands where a list has nothing to show. */
export function ListNotice({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-2xl border border-dashed border-control px-5 py-12 text-center text-lg font-semibold text-heading">
      {children}
    </div>
  );
}
