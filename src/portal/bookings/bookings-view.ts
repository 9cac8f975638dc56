import { useState } from 'react';
import { useListParams } from '../list/list-address.ts';

export const VIEWS = { received: 'Received', schedule: 'Schedule' } as const;

export type BookingsView = keyof typeof VIEWS;

const KEY = 'bookings-view';

const viewOf = (name: string | null): BookingsView | null =>
  name === 'received' || name === 'schedule' ? name : null;

/** The view that was chosen last on this device; null where none was, and where the browser keeps nothing. */
function readChosen(): BookingsView | null {
  try {
    return viewOf(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function keepChosen(view: BookingsView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // It is remembered as long as the page is open.
  }
}

/** The view that the bookings have under an address. */
export const shownView = (params: URLSearchParams): BookingsView =>
  viewOf(params.get('view')) ?? readChosen() ?? 'received';

/** The view of the bookings: the address names one, else it is the one that was chosen last. */
export function useBookingsView(): [BookingsView, (view: BookingsView) => void] {
  const [params, change] = useListParams();
  const [chosen, setChosen] = useState(readChosen);
  const choose = (view: BookingsView) => {
    keepChosen(view);
    setChosen(view);
    change({ view: view === 'schedule' ? view : '' });
  };
  return [viewOf(params.get('view')) ?? chosen ?? 'received', choose];
}
