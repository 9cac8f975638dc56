import { useLocation, useNavigate } from 'react-router-dom';

/** The row that stands at the top of the screen. It belongs to one state of the list, and goes with it. */
export const PLACE_PARAM = 'at';

/**
 * What the address says of the open list, and a way to change it: an empty value goes, what others put there stays. Not by the
 * router's own hook, which every page of the site would have to load.
 */
export function useListParams(): [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>) => {
    // The list stays until the screen that comes after it is loaded; the address is that one's by then.
    if (pathname !== location.pathname) return;
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ ...changes, [PLACE_PARAM]: '' })) {
      if (value === '') params.delete(name);
      else params.set(name, value);
    }
    void navigate({ search: params.toString() }, { replace: true });
  };
  return [new URLSearchParams(search), change];
}
