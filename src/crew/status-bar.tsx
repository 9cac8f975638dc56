import { refresh, useRefreshing } from '../runtime/crew-day.ts';
import { rightTime, type CrewSheet } from '../core/domain/crew-sheet.ts';
import { weekdayText } from '../core/domain/day-text.ts';
import { londonTime } from '../core/domain/london-time.ts';
import { ChangeStatus } from '../ui/change-status.tsx';
import { Icon } from '../ui/icon.tsx';
import { clockText, connectionText } from './crew-texts.ts';

/** As of when the sheet is: with its day if that is not today. */
export function asOfText(sheet: CrewSheet, today: string): string {
  const at = rightTime(sheet, sheet.readAt);
  const { day } = londonTime(at);
  return `As of ${clockText(at)}${day === today ? '' : `, ${weekdayText(day)}`}`;
}

interface StatusBarProps {
  /** As of when the page is; null without a sheet. */
  asOf: string | null;
}

/** The age of the page, the state of the connection, and a button that asks the server again. */
export function StatusBar({ asOf }: StatusBarProps) {
  const { isUnderWay, failure } = useRefreshing();
  const connection = connectionText(failure);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1 py-2.5 text-sm">
        {asOf !== null && <p className="font-semibold text-heading">{asOf}</p>}
        {connection !== null && (
          <p className="flex items-start gap-1.5 text-warning">
            <Icon name="alert" className="mt-0.5 size-4" />
            <span>{connection}</span>
          </p>
        )}
        <ChangeStatus text={connection ?? ''} />
      </div>
      <button
        type="button"
        aria-disabled={isUnderWay}
        aria-label={isUnderWay ? 'Refreshing' : 'Refresh'}
        className="grid size-11 shrink-0 place-items-center rounded-full border border-control text-heading hover:bg-tint"
        onClick={() => void refresh()}
      >
        <Icon name="send" className={`size-5 ${isUnderWay ? 'motion-safe:animate-spin' : ''}`} />
      </button>
    </div>
  );
}
