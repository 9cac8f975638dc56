import { useState } from 'react';
import {
  type CrewReport,
  isCrewJobOver,
  nextCrewJob,
  rightTime,
  type CrewJob,
} from '../core/domain/crew-sheet.ts';
import { weekdayText } from '../core/domain/day-text.ts';
import { dayAfter, londonTime, type LondonTime } from '../core/domain/london-time.ts';
import type { ShownReport } from '../core/waiting/crew-page.ts';
import type { ReportedJob, StoredCrewSheet } from '../core/store/device-schema.ts';
import type { Crew } from '../runtime/use-crew.ts';
import { Icon } from '../ui/icon.tsx';
import type { Office } from './office.ts';
import { slotText, visitText } from './crew-texts.ts';
import { JobDetails } from './job-details.tsx';
import { JobReport, RECENT_REPORTS } from './job-report.tsx';
import { JobRows } from './job-rows.tsx';
import { LaterJobs } from './later-jobs.tsx';
import { OtherReports } from './other-reports.tsx';
import { ReportList } from './report-list.tsx';
import { asOfText, StatusBar } from './status-bar.tsx';
import { ThisPhone } from './this-phone.tsx';

/** How long a sent report stands above the jobs, in ms. */
const RECENT_MS = 10 * 60_000;

/** A report's open form. */
interface OpenReport {
  about: ReportedJob;
  report: CrewReport;
}

interface DayScreenProps {
  crew: Crew;
  sheet: StoredCrewSheet;
  office: Office;
}

/** A person's day: the next job whole, then the day in order, tomorrow, and the days after. */
export function DayScreen({ crew, sheet, office }: DayScreenProps) {
  const { london, reports, drafts } = crew;
  const { day: today } = london;
  const jobOf = ({ job }: Pick<ReportedJob, 'job'>) =>
    sheet.jobs.find((one) => one.job === job) ?? null;
  // A form that was open when the page was left; first that of a job which has no other place.
  const [open, setOpen] = useState<OpenReport | null>(
    () => drafts.find(({ about }) => !jobOf(about)) ?? drafts[0] ?? null,
  );

  // The newest one of each job: the map takes the last.
  const ends = new Map(
    reports
      .toReversed()
      .flatMap(({ about, report }) => (report === 'noted' ? [] : [[about.job, report] as const])),
  );
  const next = nextCrewJob(sheet.jobs, new Set(ends.keys()), london);
  // An open form keeps its place, whatever the clock and the office change meanwhile.
  const top = open?.about ?? (next && aboutOf(next, sheet));
  const topJob = top && jobOf(top);

  // The report of the job that has just left its place, and those that wait.
  const recent = reports.filter(
    ({ about, state, madeAt }) =>
      about.job !== top?.job && (state !== 'sent' || Math.abs(crew.time - madeAt) < RECENT_MS),
  );
  const others = reports.filter((report) => !recent.includes(report));
  const titleOf = ({ about }: ShownReport) => jobOf(about)?.name ?? visitText(about);

  const reportOn = (about: ReportedJob) => (
    <JobReport
      key={about.job}
      about={about}
      reports={others.filter((report) => report.about.job === about.job)}
      draft={drafts.find((draft) => draft.about.job === about.job) ?? null}
      isToCome={about.day > today}
      open={open?.about.job === about.job ? open.report : null}
      timeOf={() => rightTime(sheet, Date.now())}
      onOpen={(report) => setOpen(report && { about, report })}
    />
  );
  const body = (job: CrewJob) => (
    <>
      <JobDetails job={job} isCodeToCome={job.day > today} />
      {reportOn(aboutOf(job, sheet))}
    </>
  );
  const jobsOn = (day: string) => sheet.jobs.filter((job) => job.day === day);
  const [ofToday, ofTomorrow] = [jobsOn(today), jobsOn(dayAfter(today, 1))];
  const isOnlyTop = ofToday.length === 1 && ofToday[0] === topJob;
  const rows = (jobs: readonly CrewJob[]) => (
    <JobRows jobs={jobs} shown={topJob?.job ?? null} ends={ends} body={body} />
  );
  // Without a connection since yesterday, nobody knows tomorrow's jobs.
  const knowsTomorrow = londonTime(rightTime(sheet, sheet.readAt)).day === today;

  return (
    <main className="mx-auto grid w-full max-w-xl content-start gap-6 px-4 pt-2 pb-[max(2.5rem,env(safe-area-inset-bottom))] wrap-anywhere">
      <div className="grid gap-3">
        <div>
          <StatusBar asOf={asOfText(sheet, today)} />
          <h1 className="flex flex-wrap items-baseline gap-x-2.5 text-2xl font-extrabold">
            <span dir="auto">{sheet.name}</span>{' '}
            <span className="text-base font-semibold text-muted">{weekdayText(today)}</span>
          </h1>
        </div>
        <ReportList id={RECENT_REPORTS} reports={recent} titleOf={titleOf} />
        {top ? (
          <section
            aria-labelledby="next-job"
            className="grid gap-3 rounded-3xl border border-brand bg-surface p-4 shadow-card"
          >
            <div>
              <p className="font-semibold text-brand">
                {topJob ? `${whenText(topJob, london)}, ${slotText(topJob)}` : visitText(top)}
              </p>
              <h2 id="next-job" dir="auto" className="text-2xl font-bold">
                {topJob?.name ?? 'This job is no longer yours'}
              </h2>
            </div>
            {topJob && <JobDetails job={topJob} isCodeToCome={topJob.day > today} />}
            {reportOn(top)}
          </section>
        ) : (
          <p className="rounded-3xl border border-line bg-surface p-5 text-lg font-semibold text-heading">
            {ofToday.length > 0 ? 'That was your last job of today.' : 'No jobs today.'}
          </p>
        )}
      </div>

      {ofToday.length > 0 && !isOnlyTop && (
        <section aria-labelledby="today" className="grid gap-2">
          <h2 id="today" className="text-xl font-bold">
            Today, in order
          </h2>
          {rows(ofToday)}
        </section>
      )}
      {knowsTomorrow && (
        <Tomorrow count={ofTomorrow.length}>{ofTomorrow.length > 0 && rows(ofTomorrow)}</Tomorrow>
      )}
      <LaterJobs jobs={sheet.later.filter(({ day }) => day > today)} />
      <OtherReports
        reports={others.filter(({ about }) => !jobOf(about) && about.job !== top?.job)}
      />
      <ThisPhone office={office} isNotified={crew.device?.isNotified === true} />
    </main>
  );
}

const aboutOf = (
  { job, day, time_slot }: CrewJob,
  { readAt, endsAt }: StoredCrewSheet,
): ReportedJob => ({ job, day, time_slot, readAt, endsAt });

function whenText(job: CrewJob, now: LondonTime): string {
  if (job.day > now.day) return 'Tomorrow';
  return isCrewJobOver(job, now) ? 'Earlier today' : 'Next';
}

interface TomorrowProps {
  count: number;
  children: React.ReactElement | false;
}

const Tomorrow = ({ count, children }: TomorrowProps) => (
  <section aria-labelledby="tomorrow" className="grid gap-2">
    {count === 0 ? (
      <>
        <h2 id="tomorrow" className="text-xl font-bold">
          Tomorrow
        </h2>
        <p>No jobs yet.</p>
      </>
    ) : (
      <details className="group">
        <summary className="flex min-h-12 items-center gap-2 rounded-2xl border border-line bg-surface px-4">
          <h2 id="tomorrow" className="min-w-0 flex-1 text-xl font-bold">
            {`Tomorrow, ${count === 1 ? '1 job' : `${count} jobs`}`}
          </h2>
          <Icon name="chevronDown" className="size-5 group-open:rotate-180" />
        </summary>
        <div className="pt-2">{children}</div>
      </details>
    )}
  </section>
);
