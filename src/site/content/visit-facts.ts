/**
 * What a visit is like, as the booking page alone tells it: apart from what every page loads. Of the placeholder company, as all facts of
 * `company.ts`, and replaced with them.
 */
export const VISITS = {
  /** When the company can be reached, and when it comes. */
  hours: 'We answer the phone around the clock; visits are 8AM–8PM.',
  insurance: 'Insured up to £5 million.',
};
