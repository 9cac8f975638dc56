import { addMonths, format, startOfMonth } from 'date-fns';
import { useId, useState } from 'react';
import { controlClass } from '../../ui/fields.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { WHOLE_ROWS } from './use-entity-list.ts';

/** The first days of the months from the newest to the oldest. */
function monthsOf(newest: string, oldest: string): Date[] {
  const months: Date[] = [];
  for (
    let month = startOfMonth(newest);
    month >= startOfMonth(oldest);
    month = addMonths(month, -1)
  )
    months.push(month);
  return months;
}

interface MonthJumpProps {
  /** The list, newest first. */
  rows: readonly { created_at: string }[];
  /** Scrolls to a place of the list. */
  onGo: (place: number) => void;
}

/**
 * Scrolls to the newest row of a month, or of the last earlier month with rows. For a long list
 * over more than a month.
 */
export function MonthJump({ rows, onGo }: MonthJumpProps) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  const [newest, oldest] = [rows.at(0), rows.at(-1)];
  const months =
    newest && oldest && rows.length > WHOLE_ROWS
      ? monthsOf(newest.created_at, oldest.created_at)
      : [];
  if (months.length < 2) return null;
  const month = months.find((start) => start.toISOString() === chosen) ?? months[0];

  return (
    <form
      className="flex items-center gap-2 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        if (!month) return;
        const end = addMonths(month, 1).getTime();
        onGo(rows.findIndex(({ created_at }) => Date.parse(created_at) < end));
      }}
    >
      <label htmlFor={id} className="text-sm font-semibold whitespace-nowrap text-heading">
        Go to month
      </label>
      <select
        id={id}
        value={month?.toISOString()}
        onChange={({ target }) => setChosen(target.value)}
        className={`${controlClass} min-h-11 py-1 max-sm:flex-1`}
      >
        {months.map((start) => (
          <option key={start.toISOString()} value={start.toISOString()}>
            {format(start, 'MMMM yyyy')}
          </option>
        ))}
      </select>
      <button type="submit" className={smallButtonClass('secondary')}>
        Go
      </button>
    </form>
  );
}
