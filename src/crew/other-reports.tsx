import type { ShownReport } from '../core/waiting/crew-page.ts';
import { visitText } from './crew-texts.ts';
import { ReportList } from './report-list.tsx';

/** Reports about jobs that the sheet does not have. */
export function OtherReports({ reports }: { reports: readonly ShownReport[] }) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="other-reports" className="grid gap-3">
      <h2 id="other-reports" className="text-xl font-bold">
        Other reports
      </h2>
      <ReportList id="reports-other" reports={reports} titleOf={({ about }) => visitText(about)} />
    </section>
  );
}
