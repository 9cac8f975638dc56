import { Suspense, useId } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import commercial from '../art/overview-commercial.webp?w=400,800&picture';
import residential from '../art/overview-residential.webp?w=400,800&picture';
import specialized from '../art/overview-specialized.webp?w=400,800&picture';
import { deferred } from '../layout/deferred.ts';
import { ServiceGrid, type Service } from '../services/service-grid.tsx';
import type { Elements } from '../../ui/elements.ts';

/** The three kinds of service, as the home page introduces them. */
const OVERVIEW_SERVICES: readonly Service[] = [
  {
    title: 'Residential Cleaning',
    type: 'residential',
    description: 'A home that feels looked after, once or every week.',
    icon: 'home',
    image: {
      picture: residential,
      alt: 'A cutaway two-storey home with a living room below and a bedroom above, both tidy and sunlit.',
    },
    features: [
      'Regular house cleaning',
      'Deep cleaning',
      'Moving in and moving out',
      'One-off or regular visits',
    ],
  },
  {
    title: 'Commercial Cleaning',
    type: 'commercial',
    description: 'Workplaces that are ready before your people and your customers are.',
    icon: 'building',
    image: {
      picture: commercial,
      alt: 'A small office building with shops on the ground floor and a white and teal cleaning van parked in front.',
    },
    features: [
      'Offices and meeting rooms',
      'Shops and showrooms',
      'Lobbies, stairs and shared areas',
      'Outside your opening hours',
    ],
  },
  {
    title: 'Specialized Services',
    type: 'specialized',
    description: 'The jobs that need other tools, other products or more hands.',
    icon: 'sparkle',
    image: {
      picture: specialized,
      alt: 'A round stage with a floor scrubber, cleaning trolley, ladder, paint cans, boxes and bunting.',
    },
    features: [
      'After building work',
      'Before and after events',
      'Eco-friendly cleaning',
      'A plan made for your job',
    ],
  },
];

interface HomeSectionProps {
  title: string;
  text: string;
  /** The page that has more of it. */
  more: { path: string; label: string };
  className?: string;
  children: Elements;
}

/** A part of the home page that introduces another page. */
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

export function ServicesOverview() {
  return (
    <HomeSection
      title="What we clean"
      text="From one flat to a whole building, once or on a schedule that you choose."
      more={{ path: '/services', label: 'View All Services' }}
      className="pt-0 lg:pt-0"
    >
      <ServiceGrid services={OVERVIEW_SERVICES} />
    </HomeSection>
  );
}

const NewestPictures = deferred(() => import('./newest-pictures.tsx'));

/** The newest pictures of the gallery. Where there are none, nothing. */
export const Work = () => (
  <Suspense fallback={<div className="h-128" />}>
    <NewestPictures />
  </Suspense>
);

export function LoadingTestimonials() {
  return (
    <SkeletonList
      label="Loading testimonials"
      count={3}
      className="grid gap-6 overflow-hidden max-md:h-64 md:grid-cols-3"
      itemClassName="h-64"
    />
  );
}

/** Far down the page and empty without the server's answer, so its code is not among the first. */
const NewestTestimonials = deferred(() => import('./newest-testimonials.tsx'));

export function Testimonials() {
  return (
    <HomeSection
      title="What our clients say"
      text="A few words from people whose homes and workplaces we look after."
      more={{ path: '/testimonials', label: 'Read More Reviews' }}
      className="mb-16 bg-tint lg:mb-24"
    >
      <Suspense fallback={<LoadingTestimonials />}>
        <NewestTestimonials />
      </Suspense>
    </HomeSection>
  );
}
