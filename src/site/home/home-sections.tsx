import { Suspense } from 'react';
import commercial from '../art/overview-commercial.webp?w=400,800&picture';
import residential from '../art/overview-residential.webp?w=400,800&picture';
import specialized from '../art/overview-specialized.webp?w=400,800&picture';
import { COMPANY } from '../content/company.ts';
import { deferred } from '../layout/deferred.ts';
import { HomeSection, LoadingTestimonials } from './home-section.tsx';
import { ServiceGrid, type Service } from '../services/service-grid.tsx';

/** The three kinds of service, as the home page introduces them. */
const OVERVIEW_SERVICES: readonly Service[] = [
  {
    title: 'Residential Cleaning',
    link: 'residential',
    description: 'A home that feels looked after, as a one-off or every week.',
    image: {
      picture: residential,
      alt: 'A cutaway two-storey home with a living room below and a bedroom above, both tidy and sunlit.',
    },
    features: [
      'Regular house cleaning',
      'Deep cleaning',
      'Moving in or out',
      'One-off or regular visits',
    ],
  },
  {
    title: 'Commercial Cleaning',
    link: 'commercial',
    description: 'Workplaces that are ready before your staff and customers arrive.',
    image: {
      picture: commercial,
      alt: 'A small office building with shops on the ground floor and a white and teal cleaning van parked in front.',
    },
    features: [
      'Offices and meeting rooms',
      'Shops and showrooms',
      'Lobbies, stairs and shared areas',
      'Early, late and at weekends',
    ],
  },
  {
    title: 'Specialized Services',
    link: 'specialized',
    description: 'Jobs that need specialist kit, different products or a bigger team.',
    image: {
      picture: specialized,
      alt: 'A warehouse with pallet racks, and a floor scrubber cleaning the hall floor.',
    },
    features: [
      'After building work',
      'Before and after events',
      'Eco-friendly cleaning',
      'A plan to suit the job',
    ],
  },
];

export function ServicesOverview() {
  return (
    <HomeSection
      title="What we clean"
      text="From a single flat to a whole building, as a one-off or on a schedule that suits you."
      more={{ path: '/services', label: 'View All Services' }}
      className="pt-0 lg:pt-0"
    >
      <ServiceGrid services={OVERVIEW_SERVICES} />
    </HomeSection>
  );
}

/** The remedy in large letters across the page. Hidden when the owner has set none. */
export function Guarantee() {
  if (COMPANY.guarantee === '') return null;
  return (
    <section aria-labelledby="guarantee" className="bg-footer text-on-footer dark:bg-brand-glow">
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 lg:py-16">
        <h2 id="guarantee" className="font-semibold tracking-normal text-on-footer">
          Our guarantee
        </h2>
        <p className="mt-4 border-l-4 border-accent max-w-4xl pl-5 text-2xl leading-snug font-bold sm:text-4xl">
          {COMPANY.guarantee}
        </p>
      </div>
    </section>
  );
}

const NewestPictures = deferred(() => import('./newest-pictures.tsx'));

/** The newest pictures of the gallery. Nothing without pictures. */
export const Work = () => (
  <Suspense fallback={<div className="h-128" />}>
    <NewestPictures />
  </Suspense>
);

/** Loaded late: it is far down the page and needs the server's answer. */
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
