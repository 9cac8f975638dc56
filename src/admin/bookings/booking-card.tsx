import { format, parseISO } from 'date-fns';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { EmailFact, PhoneFact } from '../list/contact-facts.tsx';
import { Fact, Facts } from '../list/facts.tsx';
import { LateAlertMark } from '../list/late-alert-mark.tsx';
import type { RowProps } from '../list/list-screen.ts';
import { RowCard } from '../list/row-card.tsx';
import { TextBlock } from '../list/text-block.tsx';
import { StatusBadge } from './status-badge.tsx';
import { wordsOf } from './words-of.ts';

export function BookingCard({ row, alert }: RowProps<'bookings'>) {
  return (
    <RowCard row={row} title={row.name} badge={<StatusBadge status={row.status} />}>
      <LateAlertMark alert={alert} />
      <Facts>
        <Fact icon="calendar" label="Preferred date and time">
          <time dateTime={row.preferred_date}>{format(parseISO(row.preferred_date), 'MMMM dd, yyyy')}</time>,{' '}
          {wordsOf(PREFERRED_TIMES, row.preferred_time)}
        </Fact>
        <Fact icon="sparkle" label="Service">
          {wordsOf(SERVICE_TYPES, row.service_type)}
        </Fact>
        <PhoneFact phone={row.phone} />
        <EmailFact email={row.email} />
        <Fact icon="pin" label="Address">
          {row.address}
        </Fact>
      </Facts>
      {row.notes && <TextBlock title="Notes">{row.notes}</TextBlock>}
    </RowCard>
  );
}
