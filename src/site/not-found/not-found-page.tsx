import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import notFound from '../art/not-found.webp';
import { PageHead } from '../layout/page-head.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => console.warn('There is no page at', pathname), [pathname]);

  return (
    <section className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-14 sm:px-6 lg:grid-cols-2 lg:py-24">
      <PageHead title="Page Swept Away" listed={false} />
      <img
        src={notFound}
        width={960}
        height={600}
        alt="A big 404 with a fluffy dust bunny sitting in front of the zero and a broom beside it."
        className="h-auto w-full rounded-[2rem] shadow-card lg:order-last dark:brightness-90"
      />
      <div>
        <h1 className="text-4xl font-extrabold sm:text-6xl">Page Swept Away</h1>
        <p className="mt-5 text-lg">
          We looked under the sofa and behind the fridge, but this page is gone. Perhaps we cleaned a little too well.
        </p>
        <Link to="/" className={`${buttonClass('primary')} mt-8 text-lg`}>
          Back to Home
        </Link>
      </div>
    </section>
  );
}
