import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** The page's two columns: what there is to choose, and the form. */
export function CareersColumns({ positions, children }: { positions: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-8">
      <section className="grid gap-6">
        <h2 id="open-positions" className="text-2xl font-bold">
          Open Positions
        </h2>
        {positions}
      </section>
      <Card>
        <h2 className="mb-6 text-2xl font-bold">Apply Now</h2>
        {children}
      </Card>
    </div>
  );
}
