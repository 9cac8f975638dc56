import { useId } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import type { Elements } from '../../ui/elements.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';

interface HomeSectionProps {
  title: string;
  text: string;
  /** The page that the section introduces. */
  more: { path: string; label: string };
  className?: string;
  children: Elements;
}

/** A section of the home page that introduces another page. */
export function HomeSection({ title, text, more, className = '', children }: HomeSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`py-14 lg:py-20 ${className}`}>
      <div className="mx-auto grid max-w-6xl gap-8 px-4 sm:px-6">
        <div className="max-w-2xl">
          <h2 id={titleId} className="text-3xl font-extrabold sm:text-4xl">
            {title}
          </h2>
          <p className="mt-3 text-lg">{text}</p>
        </div>
        <div className="min-w-0">{children}</div>
        <Link to={more.path} className={`${buttonClass('secondary')} justify-self-start`}>
          {more.label}
        </Link>
      </div>
    </section>
  );
}

/** The placeholder of the testimonials while they load. */
export function LoadingTestimonials() {
  return (
    <SkeletonList
      label="Loading testimonials"
      count={3}
      className="grid grid-cols-3 gap-3 md:gap-6"
      itemClassName="h-64"
    />
  );
}
