import { PageHead } from '../layout/page-head.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Hero } from './hero.tsx';
import { TrustBadges } from './trust-badges.tsx';

export default function HomePage() {
  return (
    <>
      <PageHead />
      <Hero />
      <TrustBadges />
      <CallToAction />
    </>
  );
}
