import { Suspense } from 'react';
import team from '../art/about-story.webp?w=420,800,1200&picture';
import { LateForm, lateForm } from '../forms/late-form.tsx';
import { late } from '../layout/late.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { TitlePicture } from '../layout/title-picture.tsx';
import { logFailure, useShownRows } from '../lists/use-shown-rows.ts';
import { CareersShell } from './careers-shell.tsx';

const JobPostingData = late(() => import('./job-posting-data.tsx'));
const CareersForm = lateForm(() => import('./careers-form.tsx'));

export default function CareersPage() {
  const list = useShownRows('careers', logFailure);
  return (
    <>
      <PageHead title="Join Our Team" description="Our open positions for cleaners in and around Paisley and Glasgow, and how to apply." />
      <PageTitle
        title="Join Our Team"
        picture={<TitlePicture picture={team} alt="Three friendly cleaners in aprons stand in front of their white and teal van between two trees." />}
      >
        Choose a position and send us your resume. Every field is needed, except the cover letter.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-14 sm:px-6 lg:pt-12 lg:pb-24">
        <LateForm shell={<CareersShell list={list} />}>
          <CareersForm list={list} />
        </LateForm>
      </div>
      {list.status === 'ready' && list.storedAt === null && list.rows.length > 0 && (
        <Suspense>
          <JobPostingData positions={list.rows} />
        </Suspense>
      )}
    </>
  );
}
