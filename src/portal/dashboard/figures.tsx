import { format, parseISO } from 'date-fns';
import { PREFERRED_TIMES } from '../../core/domain/booking-choices.ts';
import type { LondonTime } from '../../core/domain/london-time.ts';
import { SLOTS, type Slot } from '../../core/domain/schedule.ts';
import { useJobsAhead } from '../sync/use-schedule.ts';
import { shortDayText } from '../bookings/booking-texts.ts';
import type { Elements } from '../../ui/elements.ts';

/** A bar has one part or several, the first at the bottom. */
interface Bar {
  key: string;
  parts: { amount: number; className: string }[];
}

const totalOf = ({ parts }: Bar) => parts.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Bars side by side, scaled to the highest. Labels stand below and in the table, because stretched
 * text would be unreadable.
 */
function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(totalOf));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
      className="h-28 max-h-40 min-h-28 w-full grow border-b border-control"
    >
      {bars.map(({ key, parts }, place) => {
        let foot = 100;
        return parts.map(({ amount, className }, index) => {
          const height = (amount / highest) * 100;
          foot -= height;
          // A line in the background colour separates the parts without relying on colour.
          return (
            amount > 0 && (
              <rect
                key={`${key} ${index}`}
                x={place + 0.12}
                width="0.76"
                y={foot}
                height={Math.max(height - 1.5, 1)}
                className={className}
              />
            )
          );
        });
      })}
    </svg>
  );
}

interface FigureProps {
  id: string;
  title: string;
  /** The total, in a sentence. */
  sum: string;
  /** Without data, the sentence replaces the bars. */
  isEmpty: boolean;
  picture: Elements;
  head: readonly string[];
  rows: readonly (readonly [name: string, ...amounts: number[]])[];
}

/** A bar chart, and its numbers in a table that opens. */
function Figure({ id, title, sum, isEmpty, picture, head, rows }: FigureProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-rows-[auto_1fr_auto] gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div>
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        <p className="text-sm text-muted">{sum}</p>
      </div>
      {!isEmpty && (
        <>
          {picture}
          <details className="text-sm">
            <summary className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4">
              Show the numbers
            </summary>
            <div
              className="max-h-72 overflow-y-auto"
              tabIndex={0}
              role="region"
              aria-label={`${title}, numbers`}
            >
              <table className="w-full text-left tabular-nums">
                <thead className="text-muted">
                  <tr>
                    {head.map((name) => (
                      <th key={name} scope="col" className="py-1 pr-3 font-semibold">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody className="divide-y divide-line">
                  {rows.map(([name, ...amounts]) => (
                    <tr key={name}>
                      <th scope="row" className="py-1 pr-3 font-normal">
                        {name}
                      </th>
                      {amounts.map((amount, index) => (
                        <td key={index} className="py-1 pr-3">
                          {amount}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}

const STYLES: Record<Slot, { name: string; bar: string; sign: string }> = {
  morning: { name: 'Morning', bar: 'fill-star', sign: 'bg-star' },
  afternoon: { name: 'Afternoon', bar: 'fill-brand', sign: 'bg-brand' },
  evening: { name: 'Evening', bar: 'fill-info', sign: 'bg-info' },
};

/** Pending requests, on top of the jobs. */
const UNCONFIRMED = { name: 'Not confirmed', bar: 'fill-control', sign: 'bg-control' };

const jobsText = (count: number) => (count === 1 ? '1 job' : `${count || 'No'} jobs`);

/** The jobs of the next fourteen days, by time of day, and the requests that wait. */
export function JobsAhead({ now }: { now: LondonTime }) {
  const days = useJobsAhead(now);
  if (!days) return null;
  const bars = days.map(({ day, slots, requests }) => ({
    key: day,
    parts: [
      ...SLOTS.map((slot) => ({ amount: slots[slot], className: STYLES[slot].bar })),
      { amount: requests, className: UNCONFIRMED.bar },
    ],
  }));
  const jobs = days.map(({ slots }) => SLOTS.reduce((sum, slot) => sum + slots[slot], 0));
  const total = jobs.reduce((sum, ofDay) => sum + ofDay, 0);
  const unconfirmed = days.reduce((sum, { requests }) => sum + requests, 0);
  const sum = [
    `${jobsText(total)} in the next fourteen days`,
    total > 0 && `${Math.max(...jobs)} on the busiest day`,
    unconfirmed > 0 && `${unconfirmed} not confirmed`,
  ]
    .filter((part) => part !== false)
    .join(', ');
  return (
    <Figure
      id="jobs-ahead"
      title="Jobs a day"
      sum={sum}
      isEmpty={total + unconfirmed === 0}
      head={[
        'Day',
        ...SLOTS.map((slot) => `${STYLES[slot].name}, ${PREFERRED_TIMES[slot]}`),
        UNCONFIRMED.name,
      ]}
      rows={days.map(({ day, slots, requests }) => [
        shortDayText(day),
        ...SLOTS.map((slot) => slots[slot]),
        requests,
      ])}
      picture={
        <div className="flex flex-col">
          <Bars label={sum} bars={bars} />
          <ol
            aria-hidden="true"
            className="mt-1 grid auto-cols-fr grid-flow-col text-center text-xs text-muted"
          >
            {days.map(({ day }) => (
              <li key={day} className="grid leading-tight">
                <span>{format(parseISO(day), 'EEEEE')}</span>
                <span>{format(parseISO(day), 'd')}</span>
              </li>
            ))}
          </ol>
          <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {[...SLOTS.map((slot) => STYLES[slot]), UNCONFIRMED].map(({ name, sign }) => (
              <li key={name} className="flex items-center gap-1.5">
                <span className={`size-3 rounded-sm ${sign}`} />
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </div>
      }
    />
  );
}
