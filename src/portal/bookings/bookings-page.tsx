import { use } from 'react';
import {
  BOOKING_FIELD_NAMES,
  bookingField,
  type BookingFieldName,
} from '../../core/domain/booking-fields.ts';
import { fieldText, jobText } from '../../core/domain/job-text.ts';
import { addressLine, briefNotes } from '../../core/domain/notes.ts';
import { isUnconfirmed } from '../../core/domain/schedule.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { Clamped } from '../../ui/clamped.tsx';
import type { Elements } from '../../ui/elements.ts';
import { useIsDesk } from '../../ui/use-desk.ts';
import { AnswerSelected } from './answer-selected.tsx';
import { DeletionNotices } from './cancel-first.tsx';
import { GiveSelected } from './give-selected.tsx';
import { PendingAnswers } from './pending-answers.tsx';
import { AnswerSign } from '../booking/pending-answer.tsx';
import { CompanyContext } from '../layout/company.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen, RowProps, SelectionCommandsProps } from '../list/list-screen.ts';
import { answeredByText } from '../booking/answer-texts.ts';
import {
  AddressFact,
  EmailFact,
  FactLine,
  Facts,
  Instructions,
  Notes,
  PhoneFact,
} from '../list/facts.tsx';
import { ListMarksContext, Marked } from '../list/marks.tsx';
import { RowActions, type RowAction } from '../list/row-actions.tsx';
import { CompactRow } from '../list/row-card.tsx';
import { OverdueAlertMark } from '../list/send-again.tsx';
import { WaitingAdditions } from '../create/waiting-creations.tsx';
import { AddBooking } from './add-booking.tsx';
import { bookingActions } from '../booking/booking-actions.ts';
import { CrewFact, CrewLine, ReportLines, WayIn } from '../booking/crew-facts.tsx';
import { BriefHistory, History } from '../booking/history.tsx';
import { BOOKING_FILTER } from './booking-filters.tsx';
import {
  bookingReference,
  dayText,
  goesText,
  repeatsText,
  timeText,
} from '../booking/booking-texts.ts';
import { useBookingsView, VIEWS, type BookingsView } from './bookings-view.ts';
import { PrintBookings } from './print-bookings.tsx';
import { ScheduleContext, useSchedule } from './schedule-groups.tsx';
import { AskSign, RepeatMark } from '../booking/series-marks.tsx';
import { StatusBadge } from '../booking/status-badge.tsx';

interface ViewSwitchProps {
  view: BookingsView;
  onChoose: (view: BookingsView) => void;
}

/** Chooses between the two orders of the bookings: newest first, and by day. */
function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  return (
    <fieldset className="rounded-full border border-line bg-surface p-0.5">
      <legend className="sr-only">View</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-0.5 sm:gap-2">
        {Object.entries(VIEWS).map(([name, text]) => (
          <label
            key={name}
            className="grid min-h-11 cursor-pointer place-items-center rounded-full px-3 font-semibold sm:px-6 text-heading transition-colors hover:bg-tint has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="bookings-view"
              className="sr-only"
              checked={name === view}
              onChange={() => onChoose(name as BookingsView)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function BookingCard({ row, alert }: RowProps<'bookings'>) {
  const { name: company } = use(CompanyContext);
  const group = use(ScheduleContext);
  const { terms } = use(ListMarksContext);
  const isDesk = useIsDesk();
  const now = useOfficeTime();
  const isDayNamed = group === 'today' || group === 'tomorrow';
  const actions = bookingActions(row, company, now);
  const price = agreedPriceText(row);
  const answeredBy = answeredByText(row);
  const signs = (
    <>
      <AskSign booking={row} />
      <AnswerSign booking={row} />
      <OverdueAlertMark alert={alert} />
    </>
  );
  // A search marks its matches in every field.
  if (group !== null && !isDesk && terms.length === 0)
    return <JobCard row={row} isDayNamed={isDayNamed} signs={signs} actions={actions} />;
  return (
    <CompactRow
      row={row}
      title={row.name}
      reference={bookingReference(row)}
      created={isVisit(row) ? null : 'Received'}
      mark={<RepeatMark booking={row} />}
      badge={<StatusBadge status={row.status} />}
      alert={signs}
      actions={<RowActions name={row.name} actions={actions} />}
    >
      <Facts
        className={`desk:grid ${isDayNamed ? 'desk:grid-cols-[11rem_max-content_minmax(0,1fr)]' : 'desk:grid-cols-[18rem_max-content_minmax(0,1fr)]'}`}
      >
        <FactLine icon="calendar" label={isDayNamed ? 'Preferred time' : 'Preferred date and time'}>
          {!isDayNamed && (
            <>
              <time dateTime={row.preferred_date}>
                <Marked>{dayText(row.preferred_date)}</Marked>
              </time>
              <span>, </span>
            </>
          )}
          <span className="font-semibold whitespace-nowrap text-heading">
            <Marked>{timeText(row)}</Marked>
          </span>
          {isUnconfirmed(row) && row.preferred_date === now.day && (
            <span className="font-semibold text-warning">{' · Not confirmed'}</span>
          )}
        </FactLine>
        <FactLine icon="sparkle" label="Service" className="desk:row-start-2">
          <Marked>{jobText(row)}</Marked>
          {price !== null && (
            <>
              <span>, </span>
              <span className="font-semibold whitespace-nowrap text-heading">
                <Marked>{price}</Marked>
              </span>
            </>
          )}
        </FactLine>
        <PhoneFact phone={row.phone} />
        <EmailFact email={row.email} />
        <AddressFact address={row.address} />
        {answeredBy !== null && (
          <FactLine icon="check" label="Last answer" className="text-sm desk:row-start-3">
            {answeredBy}
          </FactLine>
        )}
        <CrewFact booking={row} className="desk:col-start-1" />
        <History row={row} isBeside={answeredBy !== null} />
      </Facts>
      <ReportLines booking={row} />
      <WayIn text={row.access} />
      <Instructions text={row.instructions} />
      <Notes notes={row.notes} />
    </CompactRow>
  );
}

interface JobCardProps {
  row: ReplicaRow<'bookings'>;
  /** Its group names the day. */
  isDayNamed: boolean;
  /** Shown below its name. */
  signs: Elements;
  actions: readonly RowAction[];
}

/** A job of the schedule on a phone: the facts that a crew needs on its way, time first. */
function JobCard({ row, isDayNamed, signs, actions }: JobCardProps) {
  const { name, address, notes, instructions, preferred_date: day } = row;
  const price = agreedPriceText(row);
  const isOpen = isUnconfirmed(row);
  return (
    <article aria-labelledby={`title-${row.id}`} className="grid gap-1 wrap-anywhere">
      <header className="flex min-h-7 flex-wrap items-baseline gap-x-2.5 pl-9">
        <p className="font-bold whitespace-nowrap text-brand">{timeText(row)}</p>
        <h2 id={`title-${row.id}`} dir="auto" className="text-lg leading-snug font-bold">
          {name}
        </h2>
      </header>
      {!isDayNamed && (
        <p className="text-sm font-semibold">
          <time dateTime={day}>{dayText(day)}</time>
        </p>
      )}
      <div className="empty:hidden">{signs}</div>
      <p dir="auto" className="leading-snug">
        {addressLine(address)}
      </p>
      <ReportLines booking={row} />
      <WayIn text={row.access} />
      {instructions && (
        <Clamped text={instructions} name="For those who go" lines={2}>
          <p dir="auto" className="font-semibold whitespace-pre-line">
            {instructions}
          </p>
        </Clamped>
      )}
      {notes && (
        <Clamped text={notes} name="Notes" lines={2} brief={<p dir="auto">{briefNotes(notes)}</p>}>
          <p dir="auto" className="whitespace-pre-line">
            {notes}
          </p>
        </Clamped>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="min-w-24 flex-1 text-sm leading-snug text-muted">
          <p>{[jobText(row), price].filter(Boolean).join(', ')}</p>
          <CrewLine booking={row} />
          <p className="empty:hidden">
            <RepeatMark booking={row} />
          </p>
          {isOpen ? (
            <p className="font-semibold text-warning">Not confirmed</p>
          ) : (
            row.status !== 'confirmed' && <p className="font-semibold">{row.status}</p>
          )}
          <BriefHistory row={row} />
        </div>
        <RowActions name={name} actions={actions} shown={isOpen ? 3 : 2} isSmall />
      </div>
    </article>
  );
}

const SelectedCommands = (props: SelectionCommandsProps<'bookings'>) => (
  <>
    <AnswerSelected {...props} />
    <GiveSelected {...props} />
  </>
);

/** A field of the form, as search, paper and export read it. */
function listField(name: BookingFieldName): ListScreen<'bookings'>['fields'][number] {
  const { label, name: listed = label, kind } = bookingField(name);
  return { label: listed, of: (row) => fieldText(row, name), ...(kind && { kind }) };
}

export const BOOKINGS: ListScreen<'bookings'> = {
  entity: 'bookings',
  title: 'Bookings',
  subtitle: 'Manage customer service bookings',
  empty: 'No bookings yet',
  emptyHint: 'Requests from the website’s booking form appear here.',
  fetchFailed: 'Failed to fetch bookings',
  searchLabel: 'Search bookings',
  fields: [
    { label: 'Reference', of: bookingReference },
    { label: 'Received', of: ({ created_at }) => created_at, kind: 'time' },
    { label: 'Status', of: ({ status }) => status },
    ...BOOKING_FIELD_NAMES.filter((name) => name !== 'notes').map(listField),
    { label: 'Agreed price', of: agreedPriceText },
    { label: 'Repeats', of: repeatsText },
    { label: 'Who goes', of: goesText },
    { label: 'For those who go', of: ({ instructions }) => instructions },
    listField('notes'),
  ],
  namedIn: 'crew',
  isListed: (row) => !isVisit(row),
  filter: BOOKING_FILTER,
  Print: PrintBookings,
  SelectionCommands: SelectedCommands,
  DeletionNotice: DeletionNotices,
  nameOf: ({ name }) => `the booking of ${name}`,
  Card: BookingCard,
  isCompact: true,
};

export default function BookingsPage() {
  const [view, choose] = useBookingsView();
  const schedule = useSchedule();

  return (
    <EntityListPage
      screen={BOOKINGS}
      arrange={view === 'schedule' ? schedule : undefined}
      action={<ViewSwitch view={view} onChoose={choose} />}
      add={<AddBooking />}
    >
      <WaitingAdditions entity="bookings" />
      <PendingAnswers />
    </EntityListPage>
  );
}
