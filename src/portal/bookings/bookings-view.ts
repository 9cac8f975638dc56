import { useListParams } from '../list/list-address.ts';

export const VIEWS = { received: 'Received', schedule: 'Schedule' } as const;

export type BookingsView = keyof typeof VIEWS;

const KEY = 'bookings-view';

const viewOf = (name: string | null): BookingsView | null =>
  name === 'received' || name === 'schedule' ? name : null;

/** The view chosen last on this device; null until it is read, and without a choice. */
let chosen: BookingsView | null = null;

function readChosen(): BookingsView | null {
  try {
    return (chosen ??= viewOf(localStorage.getItem(KEY)));
  } catch {
    return null;
  }
}

/** Remembers the choice while the page is open, and longer where the browser stores it. */
function keepChosen(view: BookingsView): void {
  chosen = view;
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Remembered as long as the page is open.
  }
}

/** The view of the bookings under an address: the one that the address names, else the one chosen last. */
export const shownView = (params: URLSearchParams): BookingsView =>
  viewOf(params.get('view')) ?? readChosen() ?? 'received';

/** The view of the bookings, and the function that chooses another. */
export function useBookingsView(): [BookingsView, (view: BookingsView) => void] {
  const [params, change] = useListParams();
  const choose = (view: BookingsView) => {
    keepChosen(view);
    change({ view: view === 'schedule' ? view : '' });
  };
  return [shownView(params), choose];
}
