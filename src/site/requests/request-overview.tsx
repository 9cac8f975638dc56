import { useRequests } from '../../runtime/use-requests.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PhoneLink } from '../forms/phone-link.tsx';
import { LossNotice } from './loss-notice.tsx';
import { NoRequests } from './no-requests.tsx';
import { RequestList } from './request-list.tsx';

function Requests() {
  const requests = useRequests();
  switch (requests.status) {
    case 'loading':
      return <Skeleton className="h-40" />;
    case 'unavailable':
      return (
        <Notice tone="warning" title="This browser can't keep requests">
          <p>
            Its storage is switched off or full, as in some private windows. You can still use our forms while you have a
            connection. To ask about one that you sent, call <PhoneLink />.
          </p>
        </Notice>
      );
    case 'ready':
      return requests.requests.length === 0 ? <NoRequests /> : <RequestList requests={requests.requests} />;
  }
}

/** What this device knows of, with what it may have lost. */
export default function RequestOverview() {
  return (
    <>
      <LossNotice />
      <Requests />
    </>
  );
}
