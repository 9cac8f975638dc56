import { LossNotice } from '../device/loss-notice.tsx';
import { ListHeader } from '../list/list-header.tsx';
import { Counts } from './counts.tsx';
import { LateAlerts } from './late-alerts.tsx';
import { useNotedVisit } from './use-noted-visit.ts';

export default function DashboardPage() {
  useNotedVisit();
  return (
    <div className="grid gap-8">
      <ListHeader title="Dashboard Overview" subtitle="What the website brought in" />
      <LossNotice />
      <Counts />
      <LateAlerts />
    </div>
  );
}
