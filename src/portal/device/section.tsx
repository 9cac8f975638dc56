import { Card } from '../../ui/card.tsx';
import type { Elements } from '../../ui/elements.ts';

/** A section of the page, under its heading. */
export function Section({ title, children }: { title: string; children: Elements }) {
  return (
    <section aria-label={title}>
      <Card className="grid justify-items-start gap-3">
        <h2 className="text-xl font-bold">{title}</h2>
        {children}
      </Card>
    </section>
  );
}
