import { Suspense } from 'react';
import { format } from 'date-fns';
import { nameOf, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { repeatText } from '../../core/domain/repeats.ts';
import type { DeliveryState, SubmissionCard } from '../../core/waiting/my-requests.ts';
import { useLondonTime } from '../../runtime/use-london-time.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { deferred } from '../layout/deferred.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { causeText } from '../causes.ts';
import { attentionText } from '../forms/attention-texts.ts';
import { CallToo } from '../forms/call-too.tsx';
import { isUploading, UploadProgress } from '../forms/upload-progress.tsx';
import { ToChange } from '../forms/form-shell.tsx';
import { dayText, alreadySentText, KIND_TEXTS, replyText } from '../forms/kind-texts.ts';
import { RequestActions } from './request-actions.tsx';

// Only a booking that has reached the office has answers.
const BookingAnswers = deferred(() => import('./booking-answers.tsx'));
const TellMe = deferred(() => import('./tell-me.tsx'));

/** Each state of a request, in words for its sender. */
function explain({
  state,
  kind,
  attention,
  cause,
  editedUntil,
  mayHaveArrived,
  hasOnlyFormer,
  isAlertPending,
}: SubmissionCard): string | null {
  if (hasOnlyFormer) return alreadySentText(kind);
  switch (state) {
    case 'waiting':
      if (editedUntil !== null) {
        const earlier = mayHaveArrived
          ? ' An earlier try may have reached us: whatever you send, we keep it once.'
          : '';
        return `You are editing this. If you don't submit the form, it will be sent unchanged after ${format(editedUntil, 'HH:mm')}.${earlier}`;
      }
      return mayHaveArrived
        ? `${causeText(cause)}It waits on this device and will be sent automatically.`
        : `${causeText(cause)}It is on this device only, and will be sent automatically.`;
    case 'alert-not-sent':
      return KIND_TEXTS[kind].alertNotSent;
    case 'attention': {
      const text = attention && attentionText(attention.reason);
      const earlier = mayHaveArrived
        ? ' An earlier try may have reached us: whatever you send from here, we keep it once.'
        : '';
      return text && `${text.what} ${text.todo}${earlier}`;
    }
    case 'sent':
      return isAlertPending
        ? 'It has reached us. The email alert to our office is still on its way.'
        : null;
    case 'sending':
      return null;
  }
}

/** The file of a waiting request, so that its sender knows that it is still stored. */
function RequestFile({ file: { name, size } }: { file: NonNullable<SubmissionCard['file']> }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name="clipboard" className="mt-0.5 size-5 text-brand" />
      <span className="min-w-0 break-words">
        <strong dir="auto" className="text-heading">
          {name}
        </strong>
        <span>{`, ${formatBytes(size)}, kept on this device`}</span>
      </span>
    </p>
  );
}

/** When the office replies to an accepted request, and how to change it. */
function Reply({ kind, sentAt, hasOnlyFormer, summary }: SubmissionCard) {
  const { day: today } = useLondonTime();
  if (sentAt === null || hasOnlyFormer) return null;
  return (
    <>
      <p className="text-heading">
        <strong>{`${KIND_TEXTS[kind].received}.`}</strong>{' '}
        <span>{replyText(kind, sentAt, { today })}</span>
      </p>
      <CallToo day={summary?.day ?? null} receivedAt={sentAt} />
      <ToChange asksIn={kind === 'booking' ? 'here' : null} />
    </>
  );
}

const STATES: Record<DeliveryState, { text: string; icon: IconName; className: string }> = {
  waiting: { text: 'Waiting to be sent', icon: 'clock', className: 'bg-warning-tint text-warning' },
  sending: { text: 'Sending', icon: 'send', className: 'bg-info-tint text-info' },
  sent: { text: 'Sent', icon: 'checkCircle', className: 'bg-success-tint text-success' },
  'alert-not-sent': {
    text: 'We have it; our email alert is late',
    icon: 'mailAlert',
    className: 'bg-success-tint text-success',
  },
  attention: { text: 'Needs attention', icon: 'alert', className: 'bg-danger-tint text-danger' },
};

/** A request's state in words, with an icon of its own shape. */
function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { text, icon, className } = STATES[state];
  return (
    <p
      className={`inline-flex items-center gap-2 rounded-full px-3.5 py-1.5 text-sm font-bold ${className}`}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </p>
  );
}

interface RequestCardProps {
  request: SubmissionCard;
  /** Its state could not be read again. */
  isStale: boolean;
}

export function RequestCard({ request, isStale }: RequestCardProps) {
  const { id, reference, kind, summary, createdAt, attention, answers, isFromLink } = request;
  const booking = answers?.state;
  const hasNotifications =
    booking?.status === 'pending' ||
    booking?.series != null ||
    (request.isNotified && booking?.status === 'confirmed');
  const known = booking ?? answers?.former;
  const isUnanswered = !answers || (answers.state?.status === 'pending' && !answers.state.last);
  // The office has read a booking that it answered.
  const isAlertSettled = request.state === 'alert-not-sent' && !isUnanswered;
  const state = isAlertSettled ? 'sent' : request.state;
  const explanation = explain({
    ...request,
    state,
    isAlertPending: request.isAlertPending && isUnanswered,
  });
  // A link does not say when the request was sent, on which the reply's day depends.
  const isReplyKnown = isUnanswered && !isFromLink;
  const file = attention?.reason === 'file-lost' ? null : request.file;
  return (
    // Takes the focus when its actions disappear.
    <li aria-labelledby={`reference-${id}`} tabIndex={-1} className="rounded-3xl">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 id={`reference-${id}`} className="font-mono text-2xl font-bold tracking-normal">
              {reference}
            </h2>
            <p className="mt-1 text-muted">
              <span>{`${KIND_TEXTS[kind].name},${isFromLink ? ' kept here since' : ''}`}</span>{' '}
              <time dateTime={new Date(createdAt).toISOString()}>
                {format(createdAt, 'd MMMM yyyy, HH:mm')}
              </time>
            </p>
            {summary && (
              <p className="mt-1 font-semibold text-heading">
                {`${nameOf(SERVICE_TYPES, summary.service)}, ${known?.series ? repeatText(known.series.every) : dayText(known?.day ?? summary.day)}`}
              </p>
            )}
          </div>
          <DeliveryBadge state={state} />
        </div>
        {explanation && <p>{explanation}</p>}
        {answers && (
          <Suspense>
            <BookingAnswers answers={answers} summary={summary} isStale={isStale} />
          </Suspense>
        )}
        {isReplyKnown && <Reply {...request} />}
        {booking && hasNotifications && (
          <Suspense>
            <TellMe state={booking} isNotified={request.isNotified} />
          </Suspense>
        )}
        {isUploading(request) ? (
          <UploadProgress request={request} />
        ) : (
          file && <RequestFile file={file} />
        )}
        <RequestActions request={request} />
      </Card>
    </li>
  );
}
