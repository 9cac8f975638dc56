import { lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readRequestLink, type RequestLink } from '../../core/domain/request-link.ts';
import { keepLinked, linkedOfTab } from '../../runtime/linked-of-tab.ts';
import { loadOutbox } from '../../runtime/load-outbox.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { deferred } from '../layout/deferred.ts';
import { PageHead, PageTitle } from '../layout/page-head.tsx';

const never = () => () => undefined;

/** False in the prerendered page and during hydration; true afterwards. */
const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const IncompleteLink = deferred(() => import('./incomplete-link.tsx'));

const RequestOverview = lazy(async () => {
  await loadOutbox();
  return import('./request-overview.tsx');
});

/**
 * The link in the address, as mail programs pass it on; null for none. Taken out of the address at
 * once, because the id is the key to the booking.
 */
function useLink(): RequestLink | null {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(() => linkedOfTab() ?? '');
  const linked = readRequestLink(hash);
  if (linked && hash !== opened) setOpened(hash);
  const id = linked?.state === 'whole' ? linked.id : null;
  const isLink = linked !== null;
  useLayoutEffect(() => {
    if (!isLink) return;
    if (id !== null) keepLinked(id);
    history.replaceState(history.state, '', location.pathname);
    void navigate({ search: '', hash: '' }, { replace: true });
  }, [isLink, id, key, navigate]);
  return readRequestLink(opened);
}

export default function RequestsPage() {
  const mounted = useMounted();
  const link = useLink();
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
            {link?.state === 'incomplete' && <IncompleteLink />}
            <RequestOverview
              loading={loading}
              linkedId={link?.state === 'whole' ? link.id : null}
            />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </>
  );
}
