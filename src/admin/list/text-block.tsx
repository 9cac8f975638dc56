import type { ReactNode } from 'react';

/** A text that somebody wrote, under its name, with the lines they gave it. */
export function TextBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <p className="max-w-prose whitespace-pre-line">{children}</p>
    </div>
  );
}
