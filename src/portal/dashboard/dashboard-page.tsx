import { useEffect } from 'react';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { noteFirstVisit } from '../list/new-rows.ts';
import { useSync } from '../sync/sync.ts';
import { PushOffer } from '../device/push-offer.tsx';
import { StorageLoss } from '../device/storage-loss.tsx';
import { ListHeader } from '../list/list-body.tsx';
import { AskedDays } from './asked-days.tsx';
import { ListCounts } from './counts.tsx';
import { LockedOut } from './locked-out.tsx';
import { NextJob } from './next-job.tsx';
import { OverdueAlerts } from './overdue-alerts.tsx';
import { UnassignedJobs } from './unassigned-jobs.tsx';
import { UnansweredBookings } from './unanswered-bookings.tsx';
import { UndeliveredAnswers } from './undelivered-answers.tsx';

/** Remembers each list's newest row, so that the next visit can mark new ones. */
function useNotedVisit(): void {
  const userId = useAdministrator()?.id;
  const { syncedAt } = useSync();
  useEffect(() => {
    if (userId !== undefined && syncedAt !== null) noteFirstVisit(userId).catch(() => undefined);
  }, [userId, syncedAt]);
}

export default function DashboardPage() {
  useNotedVisit();
  const now = useOfficeTime();
  return (
    <div className="grid gap-8 wide:gap-5">
      <ListHeader title="Dashboard Overview" subtitle="What the website brought in" />
      <StorageLoss />
      <PushOffer />
      <NextJob now={now} />
      <LockedOut today={now.day} />
      <UnassignedJobs today={now.day} />
      <UndeliveredAnswers today={now.day} />
      <AskedDays />
      <UnansweredBookings />
      <ListCounts />
      <OverdueAlerts />
    </div>
  );
}
