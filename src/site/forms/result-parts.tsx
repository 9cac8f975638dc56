import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import type { Submission } from '../../core/domain/submission.ts';
import { bookedVisit } from '../../core/domain/visit.ts';
import {
  canNotify,
  cancelNotification,
  notifyWhenSent,
  useIsNotificationWanted,
} from '../../runtime/notifications.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { saveVisit } from './save-visit.ts';
import type { Outgoing } from './use-submission-form.ts';

/** The request, as its sender wrote it. */
export function ResultSummary({ lines }: Pick<Outgoing, 'lines'>) {
  return (
    <dl className="grid w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {lines.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd
            dir="auto"
            className="min-w-0 font-semibold break-words whitespace-pre-line text-heading"
          >
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

async function copy(reference: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(reference);
    void notify.success('Reference copied', { id: 'copied' });
  } catch {
    void notify.error('The reference could not be copied. Please write it down.', { id: 'copied' });
  }
}

/** The facts of a submission that its sender may note down. */
export function RequestReference({ reference }: { reference: string }) {
  return (
    <p className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <span>
        Your reference:{' '}
        <strong className="block font-mono text-3xl leading-tight font-bold tracking-normal whitespace-nowrap text-heading sm:text-4xl">
          {reference}
        </strong>
      </span>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void copy(reference)}
      >
        Copy<span className="sr-only"> the reference</span>
      </button>
    </p>
  );
}

type Booking = Extract<Submission, { kind: 'booking' }>['values'];

interface SubmittedProps {
  id: string;
  submission: Submission;
}

/** Offers the booked visit as a calendar event; nothing for a submission without a day. */
export function AddToCalendar({ id, submission }: SubmittedProps) {
  if (submission.kind !== 'booking') return null;
  const { values } = submission;
  return (
    <button
      type="button"
      className={smallButtonClass('secondary')}
      onClick={() => void save(id, values)}
    >
      Add to calendar
    </button>
  );
}

/**
 * Tentative until the office has confirmed it. Of two files of one booking, calendars keep the
 * later one.
 */
const save = (id: string, values: Booking): Promise<void> =>
  saveVisit({
    id,
    ...bookedVisit(values),
    title: `${SERVICE_TYPES[values.service_type]} (requested)`,
    address: values.address,
    note: 'We confirm the day and the price by phone.',
    status: 'tentative',
    sequence: 0,
  });

/**
 * Offers a notification for a waiting submission, where the browser can show one with the site
 * closed.
 */
export function NotifyWhenSent({ id }: { id: string }) {
  const isNotificationWanted = useIsNotificationWanted(id);
  const [isOffered] = useState(canNotify);
  const [hasFailed, setHasFailed] = useState(false);
  if (!isOffered) return null;

  const ask = async () => setHasFailed(!(await notifyWhenSent(id).catch(() => false)));
  const toggle = () =>
    void (isNotificationWanted ? cancelNotification(id).catch(() => undefined) : ask());

  return (
    <div className="grid justify-items-start gap-2">
      <button
        ref={passFocusOn}
        type="button"
        aria-pressed={isNotificationWanted}
        className={smallButtonClass(isNotificationWanted ? 'primary' : 'secondary')}
        onClick={toggle}
      >
        Tell me when it is sent
      </button>
      <p aria-live="polite" className="empty:hidden">
        {isNotificationWanted
          ? 'You will get a notification on this device, even if you close this page.'
          : hasFailed &&
            'This browser does not allow notifications from our site. My requests shows when it is sent.'}
      </p>
    </div>
  );
}

/** Links to the submission in My requests. */
export const RequestsLink = () => (
  <Link
    to="/requests"
    className="inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-4"
  >
    See it in My requests
  </Link>
);
