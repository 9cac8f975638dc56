import { use } from 'react';
import { visitsAhead } from '../../core/domain/visits.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { CompanyContext } from '../layout/company.ts';
import type { SelectionCommandsProps } from '../list/list-screen.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { useLists } from '../sync/use-lists.ts';
import { answerAll } from './answer-all.ts';
import { customersUnaware, cancelFirstTexts } from './cancel-first-texts.ts';

/** Says how many coming visits a deletion of their first bookings deletes. */
function VisitsToo({ rows }: Pick<SelectionCommandsProps<'bookings'>, 'rows'>) {
  const { day: today } = useOfficeTime();
  const all = useLists(({ tables }) => tables.bookings.rows);
  const removed = new Set(rows.map(({ id }) => id));
  const count = visitsAhead(all, removed, today).filter(({ id }) => !removed.has(id)).length;
  if (count === 0) return null;
  return (
    <Notice
      tone="warning"
      title={`${count === 1 ? '1 coming visit is' : `${countText(count)} coming visits are`} deleted too`}
    >
      <p>
        Deleting the first booking ends its regular visits, and its customer gets no email. Stop the
        regular visits first: then they hear of it.
      </p>
    </Notice>
  );
}

/** The notices of a deletion: the visits that go with it, and customers who get no message. */
export function DeletionNotices(props: SelectionCommandsProps<'bookings'>) {
  return (
    <>
      <VisitsToo rows={props.rows} />
      <CancelFirst {...props} />
    </>
  );
}

/** Warns of customers who get no message about a deletion, and cancels their visits instead. */
function CancelFirst({ rows, onDone }: SelectionCommandsProps<'bookings'>) {
  const company = use(CompanyContext);
  const now = useOfficeTime();
  const answers = useLists((lists) => lists.answers);
  const waiting = new Set(
    [...answers].filter(([, { attention }]) => !attention).map(([bookingId]) => bookingId),
  );
  const { toCancel, unsent } = customersUnaware(rows, waiting, now);
  if (toCancel.length + unsent === 0) return null;
  const { title, text, cancel } = cancelFirstTexts(toCancel.length, unsent, rows.length);
  return (
    <Notice tone="warning" title={title}>
      <p>{text}</p>
      {cancel !== null && (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => {
            onDone();
            void answerAll('cancelled', toCancel, company, now.day);
          }}
        >
          {cancel}
        </button>
      )}
    </Notice>
  );
}
