import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the page as it was written at build and while React takes it over; true from then on. */
export const useMounted = () => useSyncExternalStore(never, () => true, () => false);
