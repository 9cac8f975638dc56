import type { ReactNode } from 'react';

/** The band at the top of a page: its heading and a sentence about it. */
export function PageTitle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="bg-tint">
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6 lg:py-14">
        <h1 className="text-4xl font-extrabold sm:text-5xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-lg">{children}</p>
      </div>
    </section>
  );
}
