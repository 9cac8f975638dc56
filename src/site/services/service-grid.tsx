import type { Service } from '../content/service.ts';
import { ServiceCard } from './service-card.tsx';

interface ServiceGridProps {
  services: readonly Service[];
  /** The page opens with it. */
  first?: boolean;
}

export function ServiceGrid({ services, first = false }: ServiceGridProps) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {services.map((service, index) => (
        <li key={service.title}>
          <ServiceCard {...service} first={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}
