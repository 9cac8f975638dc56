import { expect, test } from 'vitest';
import { SAMPLES } from '../../src/site/content/company.ts';
import { sampleFacts } from '../../src/site/content/sample-facts.ts';
import { EVERY_FACT } from '../support/every-fact.ts';

const REAL = { controller: { name: 'Cart Group Ltd', address: '2 Mill Street, Paisley' } };

test('every fact that is listed as a sample is named', () => {
  expect(sampleFacts()).toEqual(expect.arrayContaining([...SAMPLES]));
});

test('a fact that is taken off the list and still invented is named', () => {
  expect(sampleFacts(EVERY_FACT, [], REAL, [])).toEqual(
    expect.arrayContaining([
      'phone',
      'postalAddress',
      'email',
      'origin',
      'legalIdentity',
      'social',
      'whatsappLink',
    ]),
  );
});

test('the samples of the privacy page are named with their place', () => {
  expect(sampleFacts({}, [], { registration: 'Z0000000', ...REAL }, ['controller'])).toEqual([
    'dataProtection.registration',
    'dataProtection.controller',
  ]);
});

test('real facts are no samples', () => {
  const company = { name: 'Cart Cleaning', phone: '0141 555 0199', email: 'hello@cart.scot' };
  expect(sampleFacts(company, [], REAL, [])).toEqual([]);
});
