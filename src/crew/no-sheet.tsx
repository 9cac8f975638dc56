import { refresh, useRefreshing } from '../runtime/crew-day.ts';
import type { ShownReport } from '../core/waiting/crew-page.ts';
import { buttonClass } from '../ui/button.ts';
import { Notice } from '../ui/notice.tsx';
import type { Office } from './office.ts';
import { connectionText } from './crew-texts.ts';
import { OtherReports } from './other-reports.tsx';
import { ThisPhone } from './this-phone.tsx';

interface NoSheetProps {
  name: string;
  reports: readonly ShownReport[];
  office: Office;
}

/** A registered phone whose sheet has ended, or never came. */
export function NoSheet({ name, reports, office }: NoSheetProps) {
  const { isUnderWay, failure } = useRefreshing();
  return (
    <main className="mx-auto grid w-full max-w-xl content-start gap-6 px-4 py-8">
      <div className="grid gap-1">
        <p dir="auto" className="font-semibold text-muted">
          {name}
        </p>
        <h1 className="text-3xl font-extrabold">Your day</h1>
      </div>
      <Notice
        tone={failure ? 'warning' : 'info'}
        title={isUnderWay ? 'Loading your day…' : 'Your day is not on this phone'}
      >
        <p role="status">{connectionText(failure)}</p>
        <p>It comes as soon as there is a connection. Addresses stay here for two days at most.</p>
        <button
          type="button"
          aria-disabled={isUnderWay}
          className={buttonClass('primary')}
          onClick={() => void refresh()}
        >
          Try again
        </button>
      </Notice>
      <OtherReports reports={reports} />
      <ThisPhone office={office} isNotified={false} />
    </main>
  );
}
