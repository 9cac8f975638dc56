import { useCallback, useEffect, useMemo, useState } from 'react';
import { inSlices } from './in-slices.ts';

export type Matches<Row> = (row: Row) => boolean;

/** A filter that judges each row once: rows that come later are judged alone. */
function judgedOnce<Row extends object>(matches: Matches<Row>): Matches<Row> {
  const verdicts = new WeakMap<Row, boolean>();
  return (row) => {
    const known = verdicts.get(row);
    if (known !== undefined) return known;
    const verdict = matches(row);
    verdicts.set(row, verdict);
    return verdict;
  };
}

export interface Filtered<Row> {
  /** The rows that the filter keeps; all of them without one. While `isBusy`, the earlier result. */
  rows: readonly Row[];
  isBusy: boolean;
  /** False before the first result. */
  isKnown: boolean;
  filterNow: () => readonly Row[];
}

/** Filters rows in slices. Memoise `matches`; begins once `isRead`. */
export function useFiltered<Row extends object>(
  rows: readonly Row[],
  matches: Matches<Row> | undefined,
  isRead: boolean,
  /** Keeps the rows that are listed without a filter; absent, every row. Memoise it. */
  isListed?: Matches<Row>,
): Filtered<Row> {
  const filter = useMemo(() => matches && judgedOnce(matches), [matches]);
  // The filter that has judged every row; null before the first one has.
  const [done, setDone] = useState<{ filter: typeof filter } | null>(filter ? null : { filter });
  if (!filter && (!done || done.filter)) setDone({ filter });
  const isBusy = done?.filter !== filter;

  useEffect(() => {
    if (!filter || !isBusy || !isRead) return;
    const leaving = new AbortController();
    void inSlices(rows, filter, leaving.signal).then((isDone) => isDone && setDone({ filter }));
    return () => leaving.abort();
  }, [rows, filter, isBusy, isRead]);

  const shown = done?.filter;
  const filterBy = useCallback(
    (asked: typeof filter) => {
      const keeps = asked ?? isListed;
      return keeps ? rows.filter(keeps) : rows;
    },
    [rows, isListed],
  );
  const filtered = useMemo(() => filterBy(shown), [filterBy, shown]);
  const filterNow = useCallback(() => filterBy(filter), [filterBy, filter]);
  return { rows: filtered, isBusy, isKnown: done !== null, filterNow };
}
