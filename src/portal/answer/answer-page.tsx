import { use, useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import type { OfficeAnswer } from '../../core/domain/booking-events.ts';
import { referenceOf } from '../../core/domain/submission.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { syncNow, useSyncState } from '../sync/sync.ts';
import { useList, usePendingAnswer } from '../sync/use-lists.ts';
import { useLondonTime } from '../sync/use-schedule.ts';
import { directionsAction, isSynced } from '../bookings/booking-actions.ts';
import { dayText, jobText, messageText, timeText } from '../bookings/booking-texts.ts';
import { History } from '../bookings/history.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { syncText } from '../causes.ts';
import { CompanyContext } from '../layout/company.ts';
import { AddressFact, EmailFact, FactLine, Facts, Notes, PhoneFact } from '../list/facts.tsx';
import { ListNotice } from '../list/list-body.tsx';
import { ActionButton, callAction, writeActions } from '../list/row-actions.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AnswerHistory } from './answer-history.tsx';
import { announceAnswers } from './announce-answers.ts';
import { PendingAnswerBar } from './pending-answer.tsx';

const BackToBookings = () => (
  <Link
    to={ENTITIES.bookings.path}
    className="inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold text-brand underline-offset-4 hover:underline"
  >
    <Icon name="chevronLeft" className="size-5" />
    <span>All bookings</span>
  </Link>
);

/** The request, as its customer sent it, with the ways to reach them. */
function Request({ booking, today }: { booking: ReplicaRow<'bookings'>; today: string }) {
  const { name: company } = use(CompanyContext);
  const { name, phone, email, address, notes, status } = booking;
  const actions = [
    callAction(phone),
    directionsAction(booking),
    ...writeActions(phone, messageText(booking, company, today)),
  ];
  return (
    <section
      aria-label="Request"
      className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card wrap-anywhere sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusBadge status={status} />
        <p className="text-sm text-muted">
          <span>Reference </span>
          <span className="font-mono">{referenceOf(booking.id)}</span>
        </p>
      </div>
      <Facts>
        <FactLine icon="calendar" label="Preferred date and time">
          <span className="font-semibold text-heading">
            <time dateTime={booking.preferred_date}>{dayText(booking.preferred_date)}</time>
            <span>{`, ${timeText(booking)}`}</span>
          </span>
        </FactLine>
        <FactLine icon="sparkle" label="Service">
          {jobText(booking)}
        </FactLine>
        <PhoneFact phone={phone} />
        <EmailFact email={email} />
        <AddressFact address={address} />
        <History row={booking} />
      </Facts>
      <Notes notes={notes} />
      <div className="flex flex-wrap gap-2.5">
        {actions.map((action) => (
          <ActionButton key={action.label} action={action} name={name} />
        ))}
      </div>
    </section>
  );
}

/** In place of a booking that this device does not have. */
function NotHere({ isComplete }: { isComplete: boolean }) {
  const { isSyncing, failure } = useSyncState();
  if (isSyncing && !isComplete)
    return (
      <div role="status" aria-label="Loading the booking" className="grid gap-4">
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    );
  return (
    <ListNotice>
      <p>
        {isComplete && !failure
          ? 'This booking no longer exists. It was deleted.'
          : `This booking is not on this device. ${failure ? syncText(failure) : 'The lists are still being copied to it.'}`}
      </p>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void syncNow()}
      >
        Try again
      </button>
    </ListNotice>
  );
}

/** Answers one booking, with a connection and without. */
export default function AnswerPage() {
  const { id = '' } = useParams();
  const company = use(CompanyContext);
  const { day: today } = useLondonTime();
  useEffect(() => void syncNow(), [id]);
  const { rows, isComplete } = useList('bookings');
  const booking = rows.find((row) => row.id === id);
  const pending = usePendingAnswer(id);
  const isWaiting = pending !== undefined && !pending.attention;

  const onSent = (kind: OfficeAnswer, outcome: Outcome) => {
    announceAnswers([{ kind, outcome }]);
    // The form is gone, or is another booking's state by now.
    if (outcome.outcome !== 'not-stored') focusHeading();
  };

  return (
    <div className="grid gap-5">
      <div>
        <BackToBookings />
        <h1 className="text-3xl font-extrabold wrap-anywhere">
          {booking ? `Answer: ${booking.name}` : 'Answer a booking'}
        </h1>
      </div>
      <div role="status" className="empty:hidden">
        {pending && <PendingAnswerBar answer={pending} name={booking?.name ?? referenceOf(id)} />}
      </div>
      {booking ? (
        <div className="grid gap-8 xl:grid-cols-2 xl:grid-rows-[auto_1fr] xl:items-start">
          <Request booking={booking} today={today} />
          {!isSynced(booking) && (
            <ListNotice>
              <p>This booking was just added. It can be answered once the lists are synced.</p>
            </ListNotice>
          )}
          {!isWaiting && isSynced(booking) && (
            <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
              <AnswerForm
                key={`${booking.rev} ${booking.status}`}
                booking={booking}
                today={today}
                company={company}
                onSent={onSent}
              />
            </div>
          )}
          <AnswerHistory booking={booking} />
        </div>
      ) : (
        <NotHere isComplete={isComplete} />
      )}
    </div>
  );
}
