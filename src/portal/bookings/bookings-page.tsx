import { use } from 'react';
import { referenceOf } from '../../core/domain/submission.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import { AnswerSelected } from '../answer/answer-selected.tsx';
import { PendingAnswers } from '../answer/pending-answers.tsx';
import { AnswerSign } from '../answer/pending-answer.tsx';
import { CompanyContext } from '../layout/company.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen, RowProps } from '../list/list-screen.ts';
import { AddressFact, EmailFact, FactLine, Facts, PhoneFact, TextBlock } from '../list/facts.tsx';
import { Marked } from '../list/marks.tsx';
import { RowActions } from '../list/row-actions.tsx';
import { CompactRow } from '../list/row-card.tsx';
import { OverdueAlertMark } from '../list/send-again.tsx';
import { bookingActions } from './booking-actions.ts';
import { BOOKING_FILTER } from './booking-filters.tsx';
import { dayText, serviceText, timeText } from './booking-texts.ts';
import { useBookingsView, VIEWS, type BookingsView } from './bookings-view.ts';
import { PrintBookings } from './print-bookings.tsx';
import { useSchedule } from './schedule-groups.tsx';
import { StatusBadge } from './status-badge.tsx';

interface ViewSwitchProps {
  view: BookingsView;
  onChoose: (view: BookingsView) => void;
}

/** Chooses between the two orders of the bookings: newest first, and by day. */
function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  return (
    <fieldset className="rounded-full border border-line bg-surface p-1 max-sm:w-full lg:p-0.5">
      <legend className="sr-only">View</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {Object.entries(VIEWS).map(([name, text]) => (
          <label
            key={name}
            className="grid min-h-11 cursor-pointer place-items-center rounded-full px-6 font-semibold text-heading transition-colors hover:bg-tint has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
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
  const { day: today } = londonTime();
  return (
    <CompactRow
      row={row}
      title={row.name}
      reference={referenceOf(row.id)}
      badge={<StatusBadge status={row.status} />}
      alert={
        <>
          <AnswerSign bookingId={row.id} />
          <OverdueAlertMark alert={alert} />
        </>
      }
      actions={<RowActions name={row.name} actions={bookingActions(row, company, today)} />}
    >
      <Facts className="desk:grid desk:grid-cols-[18.5rem_6.5rem_minmax(0,1fr)]">
        <FactLine icon="calendar" label="Preferred date and time">
          <time dateTime={row.preferred_date}>
            <Marked>{dayText(row.preferred_date)}</Marked>
          </time>
          ,{' '}
          <span className="whitespace-nowrap">
            <Marked>{timeText(row)}</Marked>
          </span>
          {row.status === 'pending' && row.preferred_date === today && (
            <span className="font-semibold text-warning">{' · Not confirmed'}</span>
          )}
        </FactLine>
        <FactLine icon="sparkle" label="Service" className="desk:row-start-2">
          <Marked>{serviceText(row)}</Marked>
        </FactLine>
        <PhoneFact phone={row.phone} />
        <EmailFact email={row.email} />
        <AddressFact address={row.address} />
      </Facts>
      {row.notes && <TextBlock title="Notes">{row.notes}</TextBlock>}
    </CompactRow>
  );
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
    { label: 'Reference', of: ({ id }) => referenceOf(id) },
    { label: 'Received', of: ({ created_at }) => created_at, kind: 'time' },
    { label: 'Status', of: ({ status }) => status },
    { label: 'Name', of: ({ name }) => name },
    { label: 'Phone', of: ({ phone }) => phone, kind: 'phone' },
    { label: 'Email', of: ({ email }) => email },
    { label: 'Address', of: ({ address }) => address },
    { label: 'Service', of: serviceText },
    { label: 'Preferred date', of: ({ preferred_date }) => preferred_date, kind: 'day' },
    { label: 'Preferred time', of: timeText },
    { label: 'Notes', of: ({ notes }) => notes },
  ],
  filter: BOOKING_FILTER,
  Print: PrintBookings,
  SelectionCommands: AnswerSelected,
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
    >
      <PendingAnswers />
    </EntityListPage>
  );
}
