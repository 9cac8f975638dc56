import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AnswerCard, DeliveryState, SubmissionCard } from '../../core/waiting/my-requests.ts';
import { outcomeOf } from '../../core/outbox/entry.ts';
import { awaited, markNotificationsSeen } from '../../runtime/notifications.ts';
import { useLoss } from '../../runtime/install-id.ts';
import { linkedOfTab } from '../../runtime/linked-of-tab.ts';
import { outbox } from '../../runtime/outbox.ts';
import { useAvailability } from '../../runtime/use-stored.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { notify } from '../../ui/toast.ts';
import { attentionToast, alreadySentText, KIND_TEXTS, savedToast } from '../forms/kind-texts.ts';

const isPending = (state: DeliveryState) => state === 'waiting' || state === 'sending';
const isSent = (state: DeliveryState) => state === 'sent' || state === 'alert-not-sent';

/**
 * `before`: undefined at the page's first reading. `openRequests` navigates to My requests; null on
 * that page.
 */
function announce(
  before: DeliveryState | undefined,
  request: SubmissionCard,
  openRequests: (() => void) | null,
): void {
  const { id, kind, reference, state, hasOnlyFormer } = request;
  const { noun, alertNotSent } = KIND_TEXTS[kind];
  const wasPending = before && isPending(before);
  if (wasPending && isSent(state)) {
    if (hasOnlyFormer) void notify.info(alreadySentText(kind));
    else void notify.success(`Your ${noun} ${reference} has been sent.`);
  }
  if (before && before !== state && state === 'alert-not-sent')
    void notify.info(alertNotSent, { id: `alert:${id}` });
  // It may have come to need its sender while no page was open.
  if (state === 'attention' && (wasPending || (!before && openRequests))) {
    void notify.error(`Your ${noun} ${reference} needs attention.`, {
      id: attentionToast(id),
      duration: Infinity,
      ...(openRequests && { action: { label: 'My requests', onClick: openRequests } }),
    });
  }
}

/** Announces that an answer is sent, unless its sender took it back. */
async function announceSent({ id, reference }: AnswerCard): Promise<void> {
  const outcome = outcomeOf(await outbox.queue.find(id));
  if (outcome?.outcome === 'done')
    void notify.success(`Your answer about ${reference} has been sent.`);
}

/** Announces an answer that was refused, perhaps while no page was open. */
function announceRefused({ id, reference }: AnswerCard, openRequests: () => void): void {
  void notify.error(`Your answer about ${reference} needs attention.`, {
    id: attentionToast(id),
    duration: Infinity,
    action: { label: 'My requests', onClick: openRequests },
  });
}

/**
 * Announces the outcome of waiting requests on every page. A form that still waits for a request
 * announces it itself.
 */
export default function RequestNotices() {
  const requests = useRequests();
  const navigate = useNavigate();
  const known = useRef(new Map<string, DeliveryState>());
  const answers = useRef(new Map<string, AnswerCard>());
  const isInRequests = useLocation().pathname === '/requests';

  useEffect(() => {
    if (requests.status !== 'ready') return;
    void markNotificationsSeen();
    const there = new Set(requests.submissions.map(({ id }) => id));
    for (const id of known.current.keys()) {
      if (there.has(id)) continue;
      known.current.delete(id);
      for (const message of [savedToast(id), attentionToast(id)]) notify.dismiss(message);
    }
    const openRequests = isInRequests ? null : () => void navigate('/requests');
    for (const request of requests.submissions) {
      const before = known.current.get(request.id);
      known.current.set(request.id, request.state);
      if (before && isPending(before) && !isPending(request.state))
        notify.dismiss(savedToast(request.id));
      // Resolved in this tab or another.
      if (before === 'attention' && request.state !== before)
        notify.dismiss(attentionToast(request.id));
      if (!awaited.has(request.id)) announce(before, request, openRequests);
    }
    const unsent = new Map(requests.answers.map((answer) => [answer.unsent.id, answer.unsent]));
    for (const [id, answer] of answers.current) {
      if (answer.attention && !unsent.get(id)?.attention) notify.dismiss(attentionToast(id));
      // My requests shows the booking in place, listed or opened by a link.
      const isShown =
        isInRequests && (there.has(answer.requestId) || linkedOfTab() === answer.requestId);
      if (!unsent.has(id) && !isShown) void announceSent(answer).catch(() => undefined);
    }
    for (const [id, answer] of unsent)
      if (openRequests && answer.attention && !answers.current.get(id)?.attention)
        announceRefused(answer, openRequests);
    answers.current = unsent;
  }, [requests, navigate, isInRequests]);

  // My requests shows this in place, so no message with a link is needed.
  useEffect(() => {
    if (isInRequests)
      for (const id of [
        'loss',
        ...[...known.current.keys()].map(attentionToast),
        ...[...answers.current.keys()].map(attentionToast),
      ])
        notify.dismiss(id);
  }, [isInRequests]);

  const lost = useLoss();
  useEffect(() => {
    if (!lost || isInRequests) return;
    void notify.error(
      'This browser lost what it had stored: it was cleared, or the device had no room left. Requests that were waiting on this device may be lost.',
      {
        id: 'loss',
        duration: Infinity,
        action: { label: 'My requests', onClick: () => void navigate('/requests') },
      },
    );
  }, [lost, isInRequests, navigate]);

  const isBlocked = useAvailability() === 'blocked';
  useEffect(() => {
    if (!isBlocked || isInRequests) notify.dismiss('storage');
    else
      void notify.info(
        'This browser blocks storage for this site, so your requests can’t be kept here.',
        {
          id: 'storage',
          duration: Infinity,
          description:
            'Our forms work while you have a connection. To change this, allow this site to store data in the browser’s settings.',
        },
      );
  }, [isBlocked, isInRequests]);

  return null;
}
