import { format } from 'date-fns';
import {
  comingVisits,
  customerAnswers,
  visitOf,
  type BookingEvent,
  type CustomerBooking,
} from '../../core/domain/booking-events.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import { namedVisit } from '../../core/domain/visit.ts';
import type { Summary } from '../../core/domain/submission.ts';
import type { AnsweredBooking, AnsweredRequest } from '../../core/waiting/my-requests.ts';
import { useLondonTime } from '../../runtime/use-london-time.ts';
import { ChangeStatus } from '../../ui/change-status.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AnswerButtons, CalendarButton, CalendarsMayKeep, isWaiting } from './answer-buttons.tsx';
import {
  answerText,
  goneText,
  seriesText,
  timeText,
  unsentTexts,
  type AnswerText,
} from './answer-texts.ts';
import { UnsentAnswer } from './unsent-answer.tsx';

/** The office's text to its customer. */
const OfficeText = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
      {text}
    </p>
  ) : null;

interface BookingProps {
  booking: AnsweredBooking;
  summary: Summary | null;
  /** The request that lists it: the first booking of its series, or itself. */
  requestId: string;
  /** Its texts, unless a waiting answer stands in their place. */
  text: AnswerText;
  /** It is a visit of a series, or the first one's own. */
  isVisit: boolean;
}

/** Reads the state of a booking to a screen reader, and shows an answer that waits or was refused. */
function Unsent({ booking, text, isVisit }: BookingProps) {
  const { state, readAt, unsent, isLaidOver } = booking;
  const { day: today } = useLondonTime();
  const isPromised = isWaiting(unsent) && isLaidOver;
  const shown = unsent && isPromised ? unsentTexts(unsent.answer, isVisit).waits : text.title;
  return (
    <>
      {readAt !== null && (
        <ChangeStatus text={unsent?.attention ? `${shown}. Your answer needs attention` : shown} />
      )}
      {unsent && (
        <UnsentAnswer
          key={unsent.id}
          unsent={unsent}
          isPromised={isPromised}
          canAnswer={state !== null && customerAnswers(state, today).length > 0}
          isConfirmed={state?.status === 'confirmed'}
          isVisit={isVisit}
        />
      )}
    </>
  );
}

/** The answers that the customer may give to a booking. */
function Answers({ booking: { known, unsent }, summary, requestId, isVisit }: BookingProps) {
  return (
    known?.state && (
      <AnswerButtons
        known={{ ...known, state: known.state }}
        unsent={unsent}
        summary={summary}
        requestId={requestId}
        isVisit={isVisit}
      />
    )
  );
}

/** A booking's state, the office's text, and the answers of its customer. */
function Booking(props: BookingProps) {
  const { booking, text } = props;
  const { state, readAt, unsent, isLaidOver } = booking;
  const isShown = readAt !== null && !(isWaiting(unsent) && isLaidOver);
  return (
    <>
      {isShown && (
        <Notice tone={text.tone} title={text.title} {...(text.icon && { icon: text.icon })}>
          <OfficeText text={state?.last?.message} />
          {text.text && <p>{text.text}</p>}
        </Notice>
      )}
      <Unsent {...props} />
      <Answers {...props} />
    </>
  );
}

const SIGNS: Record<AnswerText['tone'], string> = {
  success: 'text-success',
  info: 'text-info',
  warning: 'text-warning',
  error: 'text-danger',
};

/** True for an event of the series, whose text stands above the visits. */
const isOfSeries = (last: BookingEvent | null | undefined): boolean =>
  last?.kind === 'repeated' || last?.kind === 'stopped';

/** A visit among those of its series. */
function VisitItem(props: BookingProps) {
  const { booking, text } = props;
  const { state, readAt, unsent, isLaidOver } = booking;
  const isPromised = isWaiting(unsent) && isLaidOver;
  const { tone, icon, title } =
    state && isPromised
      ? ({
          tone: 'warning',
          icon: 'clock',
          title: timeText(namedVisit(state)),
        } satisfies Partial<AnswerText>)
      : text;
  return (
    // Takes the focus when its buttons disappear.
    <li tabIndex={-1} className="grid gap-3 border-t border-line pt-4">
      {readAt !== null && (
        <div className="flex items-start gap-3">
          <span className={`mt-0.5 ${SIGNS[tone]}`}>
            <Icon name={icon ?? 'checkCircle'} />
          </span>
          <div className="grid min-w-0 gap-1">
            <h3 className="text-base font-semibold tracking-normal">{title}</h3>
            {!isPromised && !isOfSeries(state?.last) && <OfficeText text={state?.last?.message} />}
            {!isPromised && text.text && <p>{text.text}</p>}
          </div>
        </div>
      )}
      <Unsent {...props} />
      <Answers {...props} />
    </li>
  );
}

interface VisitListProps {
  visits: readonly AnsweredBooking[];
  summary: Summary | null;
  requestId: string;
}

/** The visits of a series by their days, each with its answers. */
function VisitList({ visits, summary, requestId }: VisitListProps) {
  const { day: today } = useLondonTime();
  const dayOf = ({ state }: AnsweredBooking) => state?.day ?? '';
  return (
    visits.length > 0 && (
      <ul aria-label="Visits" className="grid gap-4">
        {[...visits]
          .sort((a, b) => dayOf(a).localeCompare(dayOf(b)))
          .map((booking) => (
            <VisitItem
              key={booking.state?.id ?? booking.unsent?.id}
              booking={booking}
              summary={summary}
              requestId={requestId}
              text={
                booking.state
                  ? answerText(booking.state, today, true)
                  : goneText(booking.former ?? null, null, today)
              }
              isVisit
            />
          ))}
      </ul>
    )
  );
}

/** How often the customer has a visit, and the office's text about it. */
function Series({ state: { last }, text }: { state: CustomerBooking; text: AnswerText }) {
  return (
    <>
      <ChangeStatus text={text.title} />
      <Notice tone={text.tone} title={text.title} {...(text.icon && { icon: text.icon })}>
        {isOfSeries(last) && <OfficeText text={last?.message} />}
        {text.text && <p>{text.text}</p>}
      </Notice>
    </>
  );
}

/** The price that its customer and the office agreed. */
function Price({ state }: { state: CustomerBooking }) {
  const isCancelled = state.status === 'cancelled' && !state.series;
  const price = isCancelled ? null : agreedPriceText(state);
  return (
    price && (
      <p>
        <strong className="text-heading">Agreed price:</strong> <span>{price}</span>
      </p>
    )
  );
}

/** The deleted visits that a calendar may still have, as cancelled ones. */
const deletedVisits = (former: CustomerBooking, today: string): CustomerBooking[] =>
  [former, ...comingVisits(former).map(({ id }) => visitOf(former, id))]
    .filter((visit) => visit?.status === 'confirmed' && visit.day >= today)
    .flatMap((visit) => visit ?? [])
    .map((visit) => ({ ...visit, status: 'cancelled', sequence: visit.sequence + 1 }));

interface BookingAnswersProps {
  answers: AnsweredBooking & Partial<AnsweredRequest>;
  summary: Summary | null;
  /** The state could not be read again. */
  isStale: boolean;
}

/**
 * The state of a booking and of its series, the office's text, and the answers of its customer. A
 * waiting answer that the state admits stands in its place.
 */
export default function BookingAnswers({ answers, summary, isStale }: BookingAnswersProps) {
  const { state, former = null, readAt, unsent, visits = [] } = answers;
  const { day: today } = useLondonTime();
  const series = state && seriesText(state, today);
  const requestId = unsent?.requestId ?? state?.id ?? former?.id ?? '';
  const deleted = !state && former ? deletedVisits(former, today) : [];
  // The first booking of a series is the visit of its own day.
  const isListed = state !== null && (state.day >= today || unsent !== null);
  const listed = series && isListed ? [answers, ...visits] : visits;
  const hasCancelled = listed.some((visit) => visit.state?.status === 'cancelled' && !visit.unsent);
  return (
    <>
      {series ? (
        <Series state={state} text={series} />
      ) : (
        <Booking
          booking={answers}
          summary={summary}
          requestId={requestId}
          text={state ? answerText(state, today) : goneText(former, summary?.day ?? null, today)}
          isVisit={unsent !== null && unsent.requestId !== unsent.bookingId}
        />
      )}
      {state && <Price state={state} />}
      <VisitList visits={listed} summary={summary} requestId={requestId} />
      {deleted.map((visit) => (
        <div key={visit.id} className="flex flex-wrap items-center gap-2">
          {deleted.length > 1 && <p>{timeText(namedVisit(visit))}</p>}
          <CalendarButton state={visit} summary={summary} requestId={requestId} isVisit />
        </div>
      ))}
      {(deleted.length > 0 || hasCancelled) && <CalendarsMayKeep />}
      {isStale && readAt !== null && (
        <p className="text-sm text-muted">{`As of ${format(readAt, 'd MMMM, HH:mm')}.`}</p>
      )}
    </>
  );
}
