export const APPLY = { submitLabel: 'Submit Application', busyLabel: 'Submitting...' } as const;

export const NO_POSITION_YET = 'Please select a position first';

export const POSITION_GONE = 'Selected position is no longer available. Please refresh and try again.';

/** The field for the résumé, as it is before a file is picked too. */
export const RESUME = {
  label: 'Resume',
  hint: 'A PDF, DOC or DOCX file of at most 10 MB.',
  accept: '.pdf,.doc,.docx',
  required: true,
} as const;
