import { useListParams } from '../list/list-address.ts';

export const VIEWS = { received: 'Received', schedule: 'Schedule' } as const;

export type BookingsView = keyof typeof VIEWS;

const KEY = 'bookings-view';

const viewOf = (name: string | null): BookingsView | null =>
  name === 'received' || name === 'schedule' ? name : null;

/** The view last chosen on this device; null before it is read, and without a choice. */
let chosen: BookingsView | null = null;

function readChosen(): BookingsView | null {
  try {
    return (chosen ??= viewOf(localStorage.getItem(KEY)));
  } catch {
    return null;
  }
}

/** Remembers the choice while the page is open, and longer if the browser can store it. */
function saveChosen(view: BookingsView): void {
  chosen = view;
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // A browser that stores nothing forgets the choice with the page.
  }
}

/** The view that the address names, else the one last chosen. */
export const shownView = (params: URLSearchParams): BookingsView =>
  viewOf(params.get('view')) ?? readChosen() ?? 'received';

/** The view of the bookings, and a function that changes it. */
export function useBookingsView(): [BookingsView, (view: BookingsView) => void] {
  const [params, change] = useListParams();
  const choose = (view: BookingsView) => {
    saveChosen(view);
    change({ view: view === 'schedule' ? view : '' });
  };
  return [shownView(params), choose];
}
