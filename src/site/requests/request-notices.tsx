import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RequestState, RequestView } from '../../core/outbox/requests.ts';
import { awaited } from '../../runtime/awaited.ts';
import { useLoss } from '../../runtime/use-loss.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { notify } from '../../ui/toast.ts';
import { KIND_TEXTS } from '../content/kind-texts.ts';

const isPending = (state: RequestState) => state === 'waiting' || state === 'sending';
const isSent = (state: RequestState) => state === 'sent' || state === 'alert-not-sent';

function announce(before: RequestState, { id, kind, reference, state }: RequestView, openRequests: () => void): void {
  const { noun, alertNotSent } = KIND_TEXTS[kind];
  if (isPending(before) && isSent(state)) void notify.success(`Your ${noun} ${reference} has been sent.`);
  if (before !== state && state === 'alert-not-sent') void notify.info(alertNotSent, { id: `alert:${id}` });
  if (isPending(before) && state === 'attention') {
    void notify.error(`Your ${noun} ${reference} needs attention.`, {
      id: `attention:${id}`,
      duration: Infinity,
      action: { label: 'My requests', onClick: openRequests },
    });
  }
}

/** Tells, on whatever page, what became of a request that was waiting. A form that still waits for it tells that itself. */
export default function RequestNotices() {
  const requests = useRequests();
  const navigate = useNavigate();
  const known = useRef(new Map<string, RequestState>());

  useEffect(() => {
    if (requests.status !== 'ready') return;
    for (const request of requests.requests) {
      const before = known.current.get(request.id);
      known.current.set(request.id, request.state);
      if (before && !awaited.has(request.id)) announce(before, request, () => void navigate('/requests'));
    }
  }, [requests, navigate]);

  const lost = useLoss();
  // My requests says it in place.
  const isSaidHere = useLocation().pathname === '/requests';
  useEffect(() => {
    if (!lost || isSaidHere) return;
    void notify.error("This browser's storage was cleared. Requests that were waiting on this device may be lost.", {
      id: 'loss',
      duration: Infinity,
      action: { label: 'My requests', onClick: () => void navigate('/requests') },
    });
  }, [lost, isSaidHere, navigate]);

  return null;
}
