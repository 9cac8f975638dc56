import { useRequests } from '../../runtime/use-requests.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PhoneLink } from '../forms/phone-link.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
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
            Its storage is switched off or full, as in some private windows. You can still send a booking while you have a
            connection. To ask about one that you sent, call <PhoneLink />.
          </p>
        </Notice>
      );
    case 'ready':
      return requests.requests.length === 0 ? <NoRequests /> : <RequestList requests={requests.requests} />;
  }
}

export default function RequestsPage() {
  return (
    <>
      <PageHead title="My requests" description="What you sent from this browser, and what still waits to be sent." />
      <PageTitle title="My requests">
        What you sent from this browser, and what still waits to be sent. Only this device can show it.
      </PageTitle>
      <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 pb-20 sm:px-6 lg:pt-12 lg:pb-28">
        <LossNotice />
        <Requests />
      </div>
    </>
  );
}
