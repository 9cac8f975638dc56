import { jobText } from '../../core/domain/job-text.ts';
import { use, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import { SETTING_FIELDS, type SettingField } from '../../core/domain/booking-settings.ts';
import type { LondonTime } from '../../core/domain/london-time.ts';
import { readRequestLink } from '../../core/domain/request-link.ts';
import { askOf } from '../../core/domain/visits.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { syncNow, useSyncState } from '../sync/sync.ts';
import { useList } from '../sync/use-lists.ts';
import { useTeamNames } from '../team/use-team.ts';
import { directionsAction, isSynced } from './booking-actions.ts';
import { askText, bookingReference, dayText, messageText, timeText } from './booking-texts.ts';
import { History } from './history.tsx';
import { RepeatMark } from './series-marks.tsx';
import { StatusBadge } from './status-badge.tsx';
import { syncText } from '../causes.ts';
import { CompanyContext } from '../layout/company.ts';
import { syncAndSay } from '../layout/sync-status.tsx';
import {
  AddressFact,
  EmailFact,
  FactLine,
  Facts,
  Instructions,
  Notes,
  PhoneFact,
} from '../list/facts.tsx';
import { ListNotice } from '../list/list-body.tsx';
import { ActionButton, callAction, writeActions } from '../list/row-actions.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading, passFocusOn } from '../../ui/page-change.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CrewFact, WayIn } from './crew-facts.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AnswerHistory } from './answer-history.tsx';
import { answerPath } from './answer-path.ts';
import { CrewReports } from './crew-reports.tsx';
import { announceAnswers, announceSettings } from './announce-answers.ts';
import { PendingBar } from './pending-answer.tsx';
import { SettingForm } from './setting-form.tsx';
import { TellLastAnswer } from './tell-customer.tsx';
import { usePendingAnswer, usePendingOf, usePendingSettings } from './use-pending.ts';

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
function Request({ booking, now }: { booking: ReplicaRow<'bookings'>; now: LondonTime }) {
  const { name: company } = use(CompanyContext);
  const { name, phone, email, address, notes, status } = booking;
  const actions = [
    callAction(phone),
    directionsAction(booking),
    ...writeActions(phone, messageText(booking, company, now)),
  ];
  return (
    <section
      aria-label="Request"
      className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card wrap-anywhere sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusBadge status={status} />
        <p className="empty:hidden">
          <RepeatMark booking={booking} />
        </p>
        <p className="text-sm text-muted">
          <span>Reference </span>
          <span className="font-mono">{bookingReference(booking)}</span>
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
          {[jobText(booking), agreedPriceText(booking)].filter(Boolean).join(', ')}
        </FactLine>
        <PhoneFact phone={phone} />
        <EmailFact email={email} />
        <AddressFact address={address} />
        <CrewFact booking={booking} />
        <History row={booking} />
      </Facts>
      <WayIn text={booking.access} />
      <Instructions text={booking.instructions} />
      <Notes notes={notes} />
      {booking.series !== null && (
        <Link
          to={answerPath(booking.series)}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline underline-offset-4"
        >
          Change the regular visits
        </Link>
      )}
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
  if (isSyncing && !isComplete && !failure)
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
        ref={passFocusOn}
        aria-disabled={isSyncing}
        className={smallButtonClass('secondary')}
        onClick={() => isSyncing || void syncAndSay()}
      >
        Try again
      </button>
    </ListNotice>
  );
}

/** In place of a booking that the address does not name whole. */
const NoBooking = () => (
  <div className="grid gap-5">
    <div>
      <BackToBookings />
      <h1 className="text-3xl font-extrabold">Answer a booking</h1>
    </div>
    <ListNotice>
      <p>This link is incomplete. Open the booking from the list.</p>
    </ListNotice>
  </div>
);

/** Answers the booking that the address names, as the office’s mail links it. */
export default function AnswerPage() {
  const link = readRequestLink(useLocation().hash);
  return link?.state === 'whole' ? <Answer key={link.id} id={link.id} /> : <NoBooking />;
}

/** A form of the screen: the answer's, or a setting's. */
type Form = 'answer' | SettingField;

type Unkept = ReadonlySet<Form>;

/** For each form, a function that notes whether something in it is stored nowhere. */
function unkeptSetters(change: (update: (known: Unkept) => Unkept) => void) {
  const setters = new Map<Form, (isUnkept: boolean) => void>();
  return (form: Form) => {
    const setter =
      setters.get(form) ??
      ((isUnkept: boolean) =>
        change((known) => {
          if (known.has(form) === isUnkept) return known;
          const others = [...known].filter((other) => other !== form);
          return new Set(isUnkept ? [...others, form] : others);
        }));
    setters.set(form, setter);
    return setter;
  };
}

/** Answers one booking, with a connection and without. */
function Answer({ id }: { id: string }) {
  const company = use(CompanyContext);
  const now = useOfficeTime();
  useEffect(() => void syncNow(), [id]);
  const { rows, isComplete } = useList('bookings');
  const booking = rows.find((row) => row.id === id);
  const answer = usePendingAnswer(id);
  const settings = usePendingSettings(id);
  const pending = usePendingOf(booking, id, useTeamNames());
  const [unkept, setUnkept] = useState<Unkept>(new Set());
  const [unkeptIn] = useState(() => unkeptSetters(setUnkept));
  const ask = booking && askOf(booking);

  const leaveForm = (outcome: Outcome) => {
    // The form is hidden, or empty by now; unless its answer was undone, and the next one is begun.
    const isInUse = document.activeElement?.matches('input, textarea, select') === true;
    if (outcome.outcome !== 'not-stored' && !isInUse) focusHeading();
  };

  return (
    <div className="grid gap-5">
      <div>
        <BackToBookings />
        <h1 className="text-3xl font-extrabold wrap-anywhere">
          {booking ? `Answer: ${booking.name}` : 'Answer a booking'}
        </h1>
      </div>
      {pending.map((one) => (
        <PendingBar key={one.id} pending={one} customer={booking?.name} />
      ))}
      <LeaveGuard isUnkept={unkept.size > 0} />
      {ask && <Notice tone="warning" icon="calendar" title={`${booking.name} ${askText(ask)}`} />}
      {booking && <TellLastAnswer booking={booking} today={now.day} />}
      {booking ? (
        <div className="grid gap-8 wider:grid-cols-2 wider:grid-rows-[auto_auto_1fr] wider:items-start">
          <Request booking={booking} now={now} />
          {!isSynced(booking) && (
            <ListNotice>
              <p>This booking was just added. It can be answered once the lists are synced.</p>
            </ListNotice>
          )}
          {isSynced(booking) && (
            // Hidden, and not removed: a text may be in it when another tab answers.
            <div className="grid content-start gap-8 wider:col-start-2 wider:row-span-3 wider:row-start-1">
              <div hidden={answer !== undefined && !answer.attention}>
                <AnswerForm
                  key={id}
                  booking={booking}
                  today={now.day}
                  company={company}
                  refused={answer?.attention ? answer.entry : null}
                  onSent={(kind, outcome) => {
                    announceAnswers(kind, [{ bookingId: id, outcome }]);
                    leaveForm(outcome);
                  }}
                  onUnkept={unkeptIn('answer')}
                />
              </div>
              {SETTING_FIELDS.map((field) => {
                const setting = settings.get(field);
                return (
                  <div key={field} hidden={setting !== undefined && !setting.attention}>
                    <SettingForm
                      key={id}
                      booking={booking}
                      field={field}
                      refused={setting?.attention ? setting.entry : null}
                      onSent={(outcome) => {
                        announceSettings(field, [{ bookingId: id, outcome }]);
                        leaveForm(outcome);
                      }}
                      onUnkept={unkeptIn(field)}
                    />
                  </div>
                );
              })}
            </div>
          )}
          <CrewReports booking={booking} />
          <AnswerHistory booking={booking} />
        </div>
      ) : (
        <NotHere isComplete={isComplete} />
      )}
    </div>
  );
}
