import { nameOf, PREFERRED_TIMES } from '../core/domain/booking-choices.ts';
import type { CrewReport, LateReport } from '../core/domain/crew-sheet.ts';
import { weekdayText } from '../core/domain/day-text.ts';
import { londonClock } from '../core/domain/london-time.ts';
import type { RetryReason, VisitorWaitCause } from '../core/domain/reasons.ts';
import type { ShownReport } from '../core/waiting/crew-page.ts';

/** The causes of a wait: the event, without a full stop, and the end of a sentence. */
const CAUSES: Record<VisitorWaitCause, { what: string; when: string }> = {
  offline: { what: 'There is no connection', when: 'when the connection is back' },
  'no-answer': { what: 'The office’s server has not answered', when: 'in a few minutes' },
  'not-our-server': {
    what: 'This network is answering in place of the office’s server. Open its sign-in page, or use another network',
    when: 'after that',
  },
  'too-large': {
    what: 'This network blocks photographs. Use another network',
    when: 'after that',
  },
  'rate-limited': {
    what: 'Too many requests have come from this network',
    when: 'in a few minutes',
  },
  server: { what: 'The office’s server is having trouble', when: 'in a few minutes' },
  device: { what: 'Something went wrong on this phone', when: 'in a few minutes' },
};

/** The state of the connection; null while it works. */
export const connectionText = (failure: RetryReason | null): string | null =>
  failure && `${CAUSES[failure].what}.`;

/** Why a code could not be checked, and when to try again. */
export const notCheckedText = (failure: RetryReason): string =>
  `${CAUSES[failure].what}. Your code has not been checked. Please try again ${CAUSES[failure].when}.`;

/** Why a report is neither stored nor sent. */
export const notStoredText = (cause: VisitorWaitCause | null, mayHaveArrived: boolean): string =>
  `This phone could not store the report, and ${mayHaveArrived ? 'the office may not have it' : 'it has not been sent'}. ${cause ? `${CAUSES[cause].what}. ` : ''}Free some space and try again, or call the office.`;

export const slotText = ({ time_slot }: { time_slot: string }): string =>
  nameOf(PREFERRED_TIMES, time_slot);

/** The day and time of a visit. */
export const visitText = (visit: { day: string; time_slot: string }): string =>
  `${weekdayText(visit.day)}, ${slotText(visit)}`;

/** London's time of day, `14:05`. `at`: milliseconds since 1970. */
export const clockText = (at: number): string => londonClock(at).slice(11);

export const REPORT_NAMES: Record<CrewReport, string> = {
  done: 'Done',
  'locked-out': 'Could not get in',
  noted: 'Note for the office',
};

export const photosText = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`);

const LATE: Record<LateReport, string> = {
  cancelled: 'The office had cancelled this job before. It has your report all the same.',
  'given-away': 'The office had given this job to somebody else. It has your report all the same.',
};

const waitText = ({ cause }: ShownReport): string =>
  cause === null
    ? 'Saved on this phone. Not sent yet.'
    : `Saved on this phone. ${CAUSES[cause].what}. It is sent ${CAUSES[cause].when}.`;

export const REFUSED_TEXT =
  'The office’s server did not accept this report. Try again, or call the office.';

/** The state of a report, as its person reads it. */
export function stateText(report: ShownReport): string {
  switch (report.state) {
    case 'waiting':
      return waitText(report);
    case 'sending':
      return 'Saved on this phone. Sending…';
    case 'attention':
      if (report.attention?.reason !== 'upload-blocked') return REFUSED_TEXT;
      return report.isStored
        ? 'The office has your report. This network blocks its photographs: try again on another one.'
        : 'This network blocks your report: try again on another one.';
    case 'photos':
      return `The office has your report. Its photographs follow${report.cause ? `: ${CAUSES[report.cause].what.toLowerCase()}` : ''}.`;
    case 'gone':
      return 'Not added: the office has no such job of yours any more. Please call the office.';
    case 'sent':
      return [
        'Sent to the office.',
        report.lostPhotos > 0 &&
          `${photosText(report.lostPhotos)} could not be sent: take them again for a note.`,
        report.late && LATE[report.late],
      ]
        .filter(Boolean)
        .join(' ');
  }
}
