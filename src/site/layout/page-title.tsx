import type { ReactNode } from 'react';

interface PageTitleProps {
  title: string;
  /** A sentence about the page. */
  children: ReactNode;
  picture?: ReactNode;
}

/** The band at the top of a page: its heading, a sentence about it and, where the rest comes from the server, a picture. */
export function PageTitle({ title, children, picture }: PageTitleProps) {
  return (
    <section className="bg-tint">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-10 sm:px-6 md:flex-row md:items-center md:justify-between md:gap-10 lg:py-14">
        <div>
          <h1 className="text-4xl font-extrabold sm:text-5xl">{title}</h1>
          <p className="mt-3 max-w-2xl text-lg">{children}</p>
        </div>
        {picture}
      </div>
    </section>
  );
}
