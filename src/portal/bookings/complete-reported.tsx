import { use, useState } from 'react';
import { isReportedDone } from '../../core/domain/crew-reports.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { isSynced } from '../booking/booking-actions.ts';
import { CompanyContext } from '../layout/company.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { answerAll } from './answer-all.ts';

/** Completes all bookings of a list that were reported done; nothing without any. */
export function CompleteReported({ rows }: { rows: readonly ReplicaRow<'bookings'>[] }) {
  const company = use(CompanyContext);
  const { day: today } = useOfficeTime();
  const [asking, setAsking] = useState(false);
  const done = rows.filter((row) => isReportedDone(row, today) && isSynced(row));
  if (done.length === 0) return null;
  const [jobs, are] =
    done.length === 1 ? ['1 job', 'is'] : [`${countText(done.length)} jobs`, 'are'];
  const complete = async () => {
    requestAnimationFrame(focusHeading);
    await answerAll('completed', done, company, today);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border border-success bg-success-tint py-2 pr-2 pl-4 sm:pr-4">
      <p className="flex flex-1 basis-44 items-center gap-2.5 font-bold text-heading">
        <Icon name="checkCircle" className="size-5 text-success" />
        <span>{`${jobs} ${are} reported done`}</span>
      </p>
      <button type="button" className={smallButtonClass('primary')} onClick={() => setAsking(true)}>
        {done.length === 1 ? 'Complete it' : 'Complete all'}
      </button>
      <ConfirmDialog
        open={asking}
        title={`Mark ${jobs} as completed?`}
        confirmLabel="Mark as completed"
        onConfirm={() => void complete()}
        onClose={() => setAsking(false)}
      >
        <p>
          Customers get an email, if emails to customers are on and their address takes it: each
          booking’s history says so. Each booking can be reopened.
        </p>
      </ConfirmDialog>
    </div>
  );
}
