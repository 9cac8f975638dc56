import { lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadOutbox } from '../../runtime/load-outbox.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { PageHead, PageTitle } from '../layout/page-head.tsx';

const never = () => () => undefined;

/** False in the prerendered page and during hydration; true afterwards. */
const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const RequestOverview = lazy(async () => {
  await loadOutbox();
  return import('./request-overview.tsx');
});

/**
 * The id in the address, `/requests#<id>`, as mails link it; null for none. Taken out of the address
 * at once, because the id is the key to the booking.
 */
function useLinkedId(): string | null {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [id, setId] = useState<string | null>(null);
  const linked = LINK.test(hash) ? hash.slice(1).toLowerCase() : null;
  if (linked !== null && linked !== id) setId(linked);
  useLayoutEffect(() => {
    if (linked === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void navigate({ hash: '' }, { replace: true });
  }, [linked, key, navigate]);
  return id;
}

/** An id, also a part of one: an incomplete link. */
const LINK = /^#[\da-f-]{8,}$/i;

export default function RequestsPage() {
  const mounted = useMounted();
  const linkedId = useLinkedId();
  const loading = (
    <SkeletonList label="Loading your requests" count={1} className="" itemClassName="h-40" />
  );
  return (
    <>
      <PageHead
        title="My requests"
        listed={false}
        description="What you sent from this browser, and what still waits to be sent."
      />
      <PageTitle title="My requests">
        What you sent from this browser. Without a connection, a request waits here and is sent as
        soon as there is one.
      </PageTitle>
      {/* High enough that the footer stays below the screen, and in its place, while the list loads. */}
      <div className="mx-auto grid min-h-dvh max-w-3xl content-start gap-6 px-4 pt-8 pb-20 sm:px-6 lg:pt-12 lg:pb-28">
        {mounted ? (
          <Suspense fallback={loading}>
            <RequestOverview loading={loading} linkedId={linkedId} />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </>
  );
}
