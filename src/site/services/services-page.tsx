import { Tabs } from '../../ui/tabs.tsx';
import { COMMERCIAL_SERVICES } from './commercial-services.ts';
import { RESIDENTIAL_SERVICES } from './residential-services.ts';
import { ServiceGrid, type Service } from './service-grid.tsx';
import { SPECIALIZED_SERVICES } from './specialized-services.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { Faq } from '../layout/faq.tsx';
import { PageHead, PageTitle } from '../layout/page-head.tsx';

interface PanelProps {
  title: string;
  services: readonly Service[];
  first?: boolean;
}

const Panel = ({ title, services, first = false }: PanelProps) => (
  <>
    <h2 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h2>
    <ServiceGrid services={services} first={first} />
  </>
);

const TABS = [
  {
    name: 'Residential',
    panel: <Panel title="For your home" services={RESIDENTIAL_SERVICES} first />,
  },
  { name: 'Commercial', panel: <Panel title="For your business" services={COMMERCIAL_SERVICES} /> },
  {
    name: 'Specialized',
    panel: <Panel title="For specialist jobs" services={SPECIALIZED_SERVICES} />,
  },
];

export const KINDS = [RESIDENTIAL_SERVICES, COMMERCIAL_SERVICES, SPECIALIZED_SERVICES];

export default function ServicesPage() {
  return (
    <>
      <PageHead
        title="Our Services"
        description="Home, deep and move in/out cleaning, offices, shops and facilities, cleaning after building work and events, and eco-friendly cleaning."
      />
      <PageTitle title="Our Services">
        Nine services for homes, businesses and specialist jobs. Need something that isn&rsquo;t
        listed? Just ask.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-16 sm:px-6 lg:pt-12 lg:pb-24">
        <Tabs label="Kinds of service" tabs={TABS} />
      </div>
      <Faq />
      <CallToAction title="Found what you need?" action="Book Your Service Now">
        Choose a service, a day and a time. Not sure which one you need? Say so in the notes and
        we&rsquo;ll work it out together.
      </CallToAction>
    </>
  );
}
