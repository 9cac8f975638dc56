import { OVERVIEW_SERVICES } from '../content/overview-services.ts';
import { ServiceGrid } from '../services/service-grid.tsx';
import { HomeSection } from './home-section.tsx';

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
