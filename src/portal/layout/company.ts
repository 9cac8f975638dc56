import { createContext } from 'react';

/** The company's name, for messages that staff send. */
export const CompanyContext = createContext('');
