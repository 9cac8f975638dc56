import { Suspense } from 'react';
import { late } from '../layout/late.tsx';
import { HomeSection } from './home-section.tsx';
import { LoadingTestimonials } from './loading-testimonials.tsx';

/** Far down the page and empty without the server's answer, so its code is not among the first. */
const NewestTestimonials = late(() => import('./newest-testimonials.tsx'));

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
