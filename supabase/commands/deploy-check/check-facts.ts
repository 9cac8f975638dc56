import { COMPANY } from '../../../src/site/content/company.ts';
import { DATA_PROTECTION } from '../../../src/site/content/data-protection.ts';
import { sampleFacts } from '../../../src/site/content/sample-facts.ts';
import { missing, ok, type Line } from './report.ts';

const WHERE = 'src/site/content/company.ts and data-protection.ts';

/** Checks that this checkout builds a real company's facts. */
export function checkFacts(samples: readonly string[] = sampleFacts()): Line {
  const name = 'facts';
  return samples.length === 0
    ? ok(name, 'none is a sample')
    : missing(
        name,
        `${samples.length} are samples: ${samples.join(', ')}`,
        `replace them in ${WHERE}, take their names off the lists of samples there, and build`,
      );
}

type Identity = Pick<
  (typeof COMPANY)['legalIdentity'],
  'registeredName' | 'companyNumber' | 'registeredOffice'
> & { controller: (typeof DATA_PROTECTION)['controller'] };

/**
 * Checks the facts that a company's site must state by law: the company, and the controller of
 * personal data.
 */
export function checkIdentity(
  { registeredName, companyNumber, registeredOffice, controller }: Identity = {
    ...COMPANY.legalIdentity,
    controller: DATA_PROTECTION.controller,
  },
): Line {
  const name = 'legal identity';
  const facts = {
    'registered name': registeredName,
    'company number': companyNumber,
    'registered office': registeredOffice,
    'controller’s name': controller.name,
    'controller’s address': controller.address,
  };
  const empty = Object.entries(facts).flatMap(([fact, value]) =>
    value.trim() === '' ? [fact] : [],
  );
  return empty.length === 0
    ? ok(name, 'the company and the controller are named')
    : missing(name, `empty: ${empty.join(', ')}`, `fill them in ${WHERE}, and build`);
}
