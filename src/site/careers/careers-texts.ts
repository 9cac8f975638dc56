export const APPLY = { submitLabel: 'Submit Application', busyLabel: 'Submitting...' } as const;

export const NO_POSITION_YET = 'Please select a position first';

export const POSITION_GONE = 'Selected position is no longer available. Please refresh and try again.';
