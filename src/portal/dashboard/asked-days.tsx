import { askText, shortDayText } from '../booking/booking-texts.ts';
import { useAsked } from '../booking/use-schedule.ts';
import { ToAnswer } from './to-answer.tsx';

/** The confirmed bookings and visits whose customers ask for another day; nothing without any. */
export const AskedDays = () => (
  <ToAnswer
    id="asked-days"
    title="Asks for another day"
    items={useAsked()}
    all={{ filter: 'only=asked', label: 'See all that ask for another day' }}
    facts={({ row, ask }) => (
      <>
        <span>{shortDayText(row.preferred_date)}</span>
        <span className="font-semibold text-warning">{askText(ask)}</span>
      </>
    )}
  />
);
