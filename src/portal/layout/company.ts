import { createContext } from 'react';

export interface Company {
  name: string;
  phone: string;
}

/** The company, for messages that staff send. */
export const CompanyContext = createContext<Company>({ name: '', phone: '' });
