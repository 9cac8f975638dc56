import { createContext } from 'react';

/** The company's name, for what staff send in it. */
export const CompanyContext = createContext('');
