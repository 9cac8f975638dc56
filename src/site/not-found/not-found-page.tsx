import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Picture } from '../../ui/picture.tsx';
import notFound from '../art/not-found.webp?w=420,800,1200&picture';
import { PageHead } from '../layout/page-head.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => console.warn('There is no page at', pathname), [pathname]);

  return (
    <section className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-14 sm:px-6 lg:grid-cols-2 lg:py-24">
      <PageHead title="Page Swept Away" listed={false} />
      <Picture
        picture={notFound}
        sizes="(min-width: 64rem) 33rem, calc(100vw - 2rem)"
        alt="A big 404 with a fluffy dust bunny sitting in front of the zero and a broom beside it."
        className="rounded-[2rem] shadow-card lg:order-last"
        first
      />
      <div>
        <h1 className="text-4xl font-extrabold sm:text-6xl">Page Swept Away</h1>
        <p className="mt-5 text-lg">
          We looked under the sofa and behind the fridge, but this page is gone. Perhaps we cleaned
          a little too well.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/" className={`${buttonClass('primary')} text-lg`}>
            Back to Home
          </Link>
          <Link to="/contact" className={`${buttonClass('secondary')} text-lg`}>
            Report rogue dust bunny
          </Link>
        </div>
      </div>
    </section>
  );
}
