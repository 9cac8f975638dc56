import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Hero } from './hero.tsx';
import { ServicesOverview } from './services-overview.tsx';
import { Testimonials } from './testimonials.tsx';
import { TrustBadges } from './trust-badges.tsx';

export default function HomePage() {
  return (
    <>
      <PageHead />
      <Hero />
      <TrustBadges />
      <ServicesOverview />
      <Testimonials />
      <CallToAction title="Ready for a cleaner space?" action="Schedule Your Service">
        Choose a service, a day and a time. We'll contact you to confirm. No connection right now? Your request waits on your
        device and is sent when there is one.
      </CallToAction>
    </>
  );
}
