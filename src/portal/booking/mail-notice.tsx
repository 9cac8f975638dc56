import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { MailForecast, MailOutlook } from '../../core/domain/mail-outlook.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionButton, callAction } from '../list/row-actions.tsx';
import { forecastText } from './delivery-texts.ts';

interface MailNoticeProps {
  booking: ReplicaRow<'bookings'>;
  forecast: MailForecast;
  mails: MailOutlook | null;
  /** London's day. */
  today: string;
}

/** Says before an answer is sent that no mail takes it to the customer now; nothing if one does. */
export function MailNotice({ booking, forecast, mails, today }: MailNoticeProps) {
  const isShown = forecast !== 'goes';
  const isUrgent = isShown && forecast !== 'unknown' && forecast !== 'past';
  return (
    <div
      className={
        isShown
          ? `flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border px-4 py-3 text-heading ${isUrgent ? 'border-warning bg-warning-tint' : 'border-line bg-surface'}`
          : 'hidden'
      }
    >
      <p role="status" className="flex min-w-0 grow basis-56 items-start gap-2.5">
        {isShown && (
          <>
            <Icon
              name={isUrgent ? 'alert' : 'info'}
              className={`mt-0.5 size-5 shrink-0 ${isUrgent ? 'text-warning' : 'text-muted'}`}
            />
            <span>{forecastText(forecast, mails, today)}</span>
          </>
        )}
      </p>
      {isUrgent && <ActionButton action={callAction(booking.phone)} name={booking.name} />}
    </div>
  );
}
