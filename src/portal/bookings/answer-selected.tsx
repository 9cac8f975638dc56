import { use, useState } from 'react';
import type { OfficeAnswer } from '../../core/domain/answers.ts';
import { groupOf, type ScheduleGroup } from '../../core/domain/schedule.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { buttonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { CompanyContext } from '../layout/company.ts';
import type { SelectionCommandsProps } from '../list/list-screen.ts';
import { answerAll } from './answer-all.ts';

interface PastAnswer {
  kind: OfficeAnswer;
  label: string;
  question: (bookings: string) => string;
}

/** The answer that ends each group of past bookings. */
const ANSWERS: Partial<Record<ScheduleGroup, PastAnswer>> = {
  'to-complete': {
    kind: 'completed',
    label: 'Mark as completed',
    question: (bookings) => `Mark ${bookings} as completed?`,
  },
  unanswered: {
    kind: 'declined',
    label: 'Decline',
    question: (bookings) => `Decline ${bookings}?`,
  },
};

/** Answers all selected bookings, if their days have passed and the same answer ends them all. */
export function AnswerSelected({ rows, onDone }: SelectionCommandsProps<'bookings'>) {
  const company = use(CompanyContext);
  const [asking, setAsking] = useState(false);
  const { day: today } = useOfficeTime();
  const groups = new Set(rows.map((row) => groupOf(row, today)));
  const [group] = groups;
  const answer = groups.size === 1 && group ? ANSWERS[group] : undefined;
  if (!answer) return null;
  const { kind, label, question } = answer;
  const send = async () => {
    onDone();
    requestAnimationFrame(focusHeading);
    await answerAll(kind, rows, company, today);
  };
  const bookings = rows.length === 1 ? '1 booking' : `${countText(rows.length)} bookings`;
  return (
    <>
      <button type="button" className={buttonClass('primary')} onClick={() => setAsking(true)}>
        {`${label} (${countText(rows.length)})`}
      </button>
      <ConfirmDialog
        open={asking}
        title={question(bookings)}
        confirmLabel={label}
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      >
        <p>
          Customers whose day was in the last week get an email, if emails to customers are on and
          their address takes it: each booking’s history says so. Each booking can be reopened.
        </p>
      </ConfirmDialog>
    </>
  );
}
