import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { answerPath } from '../booking/answer-path.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import type { Elements } from '../../ui/elements.ts';

/** More wait in the list. */
const SHOWN = 5;

interface ToAnswerProps<Item extends { row: ReplicaRow<'bookings'> }> {
  id: string;
  title: string;
  items: readonly Item[];
  /** The link to all of them: its filter of the bookings received, and its text. */
  all: { filter: string; label: string };
  facts: (item: Item) => Elements;
}

/** Bookings that the office has to answer; nothing without any. */
export function ToAnswer<Item extends { row: ReplicaRow<'bookings'> }>(props: ToAnswerProps<Item>) {
  const { id, title, items, all, facts } = props;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl font-bold">
          {`${title} (${countText(items.length)})`}
        </h2>
        {items.length > SHOWN && (
          <Link
            to={`${ENTITIES.bookings.path}?view=received&${all.filter}`}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {all.label}
          </Link>
        )}
      </div>
      <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        {items.slice(0, SHOWN).map((item) => (
          <li
            key={item.row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <p className="flex grow basis-32 flex-wrap gap-x-3 wrap-anywhere">
              <span dir="auto" className="font-semibold text-heading">
                {item.row.name}
              </span>
              {facts(item)}
            </p>
            <Link
              to={answerPath(item.row.id)}
              aria-label={`Answer: ${item.row.name}`}
              className={`${smallButtonClass('primary')} shrink-0 no-underline`}
            >
              Answer
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
