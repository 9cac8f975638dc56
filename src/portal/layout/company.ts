import { createContext } from 'react';
import type { VisitDays } from '../../core/domain/visit-times.ts';

export interface Company {
  name: string;
  phone: string;
  hours: VisitDays;
}

/** The company, for messages that staff send and the days of its visits. */
export const CompanyContext = createContext<Company>({
  name: '',
  phone: '',
  hours: { visitDays: [], noVisits: {} },
});
