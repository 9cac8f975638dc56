import { COMPANY } from './company.ts';

const { registeredName, companyNumber, registeredOffice, vatNumber } = COMPANY.legalIdentity;

/** The company's legal particulars in sentences. Empty facts are left out. */
export const LEGAL_IDENTITY = [
  registeredName && `${registeredName}.`,
  companyNumber && `Registered in Scotland, no. ${companyNumber}.`,
  registeredOffice && `Registered office: ${registeredOffice}.`,
  vatNumber && `VAT no. ${vatNumber}.`,
]
  .filter(Boolean)
  .join(' ');
