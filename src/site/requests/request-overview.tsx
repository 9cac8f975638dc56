import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RECEIPT_RETENTION_DAYS } from '../../core/domain/limits.ts';
import type { MyRequests, SubmissionCard, UnsentAnswer } from '../../core/waiting/my-requests.ts';
import { acknowledgeLoss, useLoss } from '../../runtime/install-id.ts';
import { forgetReceipts } from '../../runtime/visitor-commands.ts';
import { useStatesReading } from '../../runtime/use-booking-states.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/card.tsx';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { Picture } from '../../ui/picture.tsx';
import emptyRoom from '../art/empty-state.webp?w=400,800&picture';
import { PhoneLink } from '../forms/form-shell.tsx';
import { deferred } from '../layout/deferred.ts';
import { attempt } from './attempt.ts';
import { CheckForAnswers } from './check-for-answers.tsx';
import { SavedDetails } from './saved-details.tsx';
import { RequestCard } from './request-card.tsx';

// Most visitors open no link, and have no booking that waits for an answer of theirs.
const LinkedRequest = deferred(() => import('./linked-request.tsx'));
const WaitingAnswers = deferred(() => import('./waiting-answers.tsx'));

async function dismissLoss(): Promise<void> {
  await acknowledgeLoss();
  // The focused button is removed.
  focusHeading();
}

/** Says that the browser lost this device's stored requests. */
function LossNotice() {
  if (!useLoss()) return null;
  return (
    <Notice tone="warning" title="This browser lost what it had stored">
      <p>
        Its storage was cleared, or the device had no room left. Requests that were waiting on this
        device may be lost. If you are unsure, call <PhoneLink />.
      </p>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void attempt(dismissLoss)}
      >
        Dismiss
      </button>
    </Notice>
  );
}

function NoRequests() {
  return (
    <Card className="grid justify-items-center gap-4 text-center">
      <Picture picture={emptyRoom} sizes="10rem" alt="" className="max-w-40 rounded-2xl" />
      <h2 className="text-2xl font-bold">No requests on this device</h2>
      <p>
        What you send from this browser is listed here, with its reference, from the moment you
        submit it.
      </p>
      <Link to="/booking" className={buttonClass('primary')}>
        Book a Service
      </Link>
    </Card>
  );
}

async function clear(): Promise<void> {
  await forgetReceipts();
  // The focused button is removed.
  focusHeading();
}

/** Deletes the sent requests from this device, after asking. */
function ClearReceipts() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => setAsking(true)}
      >
        Clear sent requests
      </button>
      <ConfirmDialog
        open={asking}
        title="Clear sent requests?"
        confirmLabel="Clear"
        onConfirm={() => void attempt(clear)}
        onClose={() => setAsking(false)}
      >
        <p>
          Their references will be removed from this device, and their notifications end. You can
          still answer or cancel a booking by the link in our email. What you sent stays with us,
          and requests that still wait here, or whose answer does, are not touched.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The office can answer it. */
const isReceivedBooking = ({ kind, sentAt }: SubmissionCard) =>
  kind === 'booking' && sentAt !== null;

interface RequestListProps {
  requests: readonly SubmissionCard[];
  /** Those that no booking's card shows. */
  answers: readonly UnsentAnswer[];
}

/** Every request, in the given order, after the answers that have no other place. */
function RequestList({ requests, answers }: RequestListProps) {
  const bookings = [
    ...requests.filter(isReceivedBooking).map(({ id }) => id),
    ...answers.map(({ unsent }) => unsent.bookingId),
  ];
  const reading = useStatesReading([...new Set(bookings)]);
  const isClearable = requests.some(
    (request) =>
      (request.state === 'sent' || request.state === 'alert-not-sent') &&
      unsentAnswers(request).length === 0,
  );
  return (
    <>
      {bookings.length > 0 && <CheckForAnswers reading={reading} />}
      {answers.length > 0 && (
        <Suspense>
          <WaitingAnswers answers={answers} isStale={reading.failure !== null} />
        </Suspense>
      )}
      <ul className="grid gap-4">
        {requests.map((request) => (
          <RequestCard key={request.id} request={request} isStale={reading.failure !== null} />
        ))}
      </ul>
      {isClearable && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-muted">
            Sent requests are listed for {RECEIPT_RETENTION_DAYS} days, and bookings at least until
            their last day.
          </p>
          <ClearReceipts />
        </div>
      )}
    </>
  );
}

/** The unsent answers that a request's card shows. */
const unsentAnswers = ({ answers }: SubmissionCard) =>
  answers ? [answers, ...answers.visits].flatMap(({ unsent }) => unsent ?? []) : [];

/** The answers that neither their booking's card nor the linked request shows. */
function answersAlone({ submissions, answers }: MyRequests, linkedId: string | null) {
  const isListed = submissions.some(({ id }) => id === linkedId);
  /** The newest one for each booking. */
  const linked = answers.filter(
    ({ unsent: { requestId, bookingId } }, at) =>
      !isListed &&
      requestId === linkedId &&
      answers.findIndex(({ unsent }) => unsent.bookingId === bookingId) === at,
  );
  const shown = new Set([
    ...linked.map(({ unsent }) => unsent.id),
    ...submissions.flatMap(unsentAnswers).map(({ id }) => id),
  ]);
  return answers.filter(({ unsent }) => !shown.has(unsent.id));
}

function Requests({ loading, linkedId }: { loading: ReactNode; linkedId: string | null }) {
  const requests = useRequests();
  switch (requests.status) {
    case 'loading':
      return loading;
    case 'unavailable':
      return (
        <Notice tone="warning" title="This browser can't keep requests">
          <p>
            Its storage is blocked or does not work, as in some private windows. Allow this site to
            store data in the browser&rsquo;s settings (“cookies and site data”) and reload the
            page. You can still use our forms while you have a connection. To ask about a request
            that you sent, call <PhoneLink />.
          </p>
        </Notice>
      );
    case 'silent':
      return (
        <div role="status">
          <Notice tone="warning" title="Your requests can't be shown now">
            <p>
              This browser&rsquo;s storage does not answer. Close the browser and open it again, or
              leave this page open a little longer. You can still use our forms while you have a
              connection. To ask about a request, call <PhoneLink />.
            </p>
          </Notice>
        </div>
      );
    case 'ready': {
      const { submissions } = requests;
      const alone = answersAlone(requests, linkedId);
      return submissions.length + alone.length === 0 ? (
        <NoRequests />
      ) : (
        <RequestList requests={submissions} answers={alone} />
      );
    }
  }
}

/**
 * The requests on this device, and a notice of a storage loss. `loading` is shown until they are
 * read.
 */
export default function RequestOverview({
  loading,
  linkedId,
}: {
  loading: ReactNode;
  /** The request that a link opened, in full; null for none. */
  linkedId: string | null;
}) {
  return (
    <>
      {linkedId !== null && (
        <Suspense fallback={loading}>
          <LinkedRequest key={linkedId} id={linkedId} />
        </Suspense>
      )}
      <LossNotice />
      <Requests loading={loading} linkedId={linkedId} />
      <SavedDetails />
    </>
  );
}
