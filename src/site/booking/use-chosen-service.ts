import { useLocation } from 'react-router-dom';
import { SERVICE_TYPES, type ServiceType } from '../../core/domain/choices/booking-choices.ts';

/** The service that the link to the form named, `/booking?service=deep`; null where it named none that is offered. */
export function useChosenService(): ServiceType | null {
  const named = new URLSearchParams(useLocation().search).get('service') ?? '';
  return Object.hasOwn(SERVICE_TYPES, named) ? (named as ServiceType) : null;
}
