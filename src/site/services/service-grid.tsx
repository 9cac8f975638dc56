import type { Service } from '../content/service.ts';
import { ServiceCard } from './service-card.tsx';

export function ServiceGrid({ services }: { services: readonly Service[] }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {services.map((service) => (
        <li key={service.title}>
          <ServiceCard {...service} />
        </li>
      ))}
    </ul>
  );
}
