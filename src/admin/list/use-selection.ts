import { useMemo, useState } from 'react';

export interface Selection {
  /** The ticked ones among those shown. */
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Ticks all that are shown, or none when all are ticked. */
  toggleAll: () => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Which of the shown rows are ticked. One that is not shown never counts: nobody deletes what they can't see. */
export function useSelection(shown: readonly { id: string }[]): Selection {
  const [ticked, setTicked] = useState(NONE);
  const ids = useMemo(() => new Set(shown.flatMap(({ id }) => (ticked.has(id) ? [id] : []))), [shown, ticked]);

  return {
    ids,
    toggle: (id) => setTicked(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
    toggleAll: () => setTicked(ids.size === shown.length ? NONE : new Set(shown.map(({ id }) => id))),
    clear: () => setTicked(NONE),
  };
}
