import { COMPANY, SAMPLES, SHORT_NAME } from './company.ts';
import { DATA_PROTECTION, DATA_PROTECTION_SAMPLES } from './data-protection.ts';

/**
 * Marks of invented facts: reserved names, phone numbers for fiction, an impossible postcode, and
 * the word "sample".
 */
const INVENTED =
  /\bsample|sample\b|\.example\b|496 ?0\d{3}|447700900\d{3}|\bSC000000\b|\b000 0000 00\b|\bZ0000000\b|\bPA1 0XX\b/i;

const isInvented = (fact: unknown): boolean => INVENTED.test(JSON.stringify(fact));

const namesOf = (facts: object, listed: readonly string[], prefix = ''): string[] =>
  Object.entries(facts)
    .filter(([name, fact]) => listed.includes(name) || isInvented(fact))
    .map(([name]) => prefix + name);

/**
 * The names of the owner's facts that are still samples: those listed as such, and unlisted ones
 * with a mark of an invented fact. A fact of `data-protection.ts` is named `dataProtection.<fact>`.
 * Empty for a real company.
 */
export const sampleFacts = (
  company: object = { ...COMPANY, shortName: SHORT_NAME },
  listed: readonly string[] = SAMPLES,
  dataProtection: object = DATA_PROTECTION,
  listedProtection: readonly string[] = DATA_PROTECTION_SAMPLES,
): string[] => [
  ...namesOf(company, listed),
  ...namesOf(dataProtection, listedProtection, 'dataProtection.'),
];
