import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';

interface CallToActionProps {
  title: string;
  children: ReactNode;
  /** The text of the booking link. */
  action: string;
}

/** The band at the end of a page with a link to the booking form. */
export function CallToAction({ title, children, action }: CallToActionProps) {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 lg:pb-24">
      <div className="flex flex-col items-start gap-6 rounded-[2rem] bg-sand p-8 sm:p-12 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 className="text-3xl font-extrabold sm:text-4xl">{title}</h2>
          <p className="mt-3 text-lg">{children}</p>
        </div>
        <Link to="/booking" className={`${buttonClass('primary')} text-lg`}>
          {action}
        </Link>
      </div>
    </section>
  );
}
