import { Suspense } from 'react';
import type { Posting } from '../../core/server/public-reads.ts';
import { logFailure, useShownRows, type ShownList } from '../../runtime/use-shown-rows.ts';
import { FileInput } from '../../ui/fields.tsx';
import team from '../art/about-story.webp?w=420,800,1200&picture';
import { DeferredForm, deferredForm } from '../forms/deferred-form.tsx';
import { bindNothing, fieldId, FormShell, NoCharacters } from '../forms/form-shell.tsx';
import { deferred } from '../layout/deferred.ts';
import { PageHead, PageTitle, TitlePicture } from '../layout/page-head.tsx';
import {
  ApplicationFields,
  APPLY,
  CareersColumns,
  LoadingPostings,
  NO_POSTING_YET,
  RESUME,
} from './careers-frame.tsx';

/** Empty without the server's answer, and loaded while that is on its way. */
const PostingList = deferred(() => import('./posting-list.tsx'));

const KIND = 'job_application';
const nothing = () => undefined;

/** The open positions and the form while its code loads. */
function CareersShell({ list }: { list: ShownList<Posting> }) {
  const postings =
    list.status === 'loading' ? (
      <LoadingPostings />
    ) : (
      <Suspense fallback={<LoadingPostings />}>
        <PostingList
          id={fieldId(KIND, 'career_id')}
          list={list}
          selectedId=""
          onSelect={nothing}
          onApply={nothing}
          disabled
        />
      </Suspense>
    );
  return (
    <CareersColumns postings={postings}>
      <FormShell kind="job_application" submitLabel={APPLY.submitLabel} missing={NO_POSTING_YET}>
        <ApplicationFields
          bind={bindNothing(KIND)}
          disabled
          resume={<FileInput id={fieldId(KIND, 'resume')} {...RESUME} />}
          coverLetterCount={<NoCharacters of="coverLetter" />}
        />
      </FormShell>
    </CareersColumns>
  );
}

const JobPostingData = deferred(() => import('./job-posting-data.tsx'));
const CareersForm = deferredForm(() => import('./careers-form.tsx'));

export default function CareersPage() {
  const list = useShownRows('careers', logFailure);
  return (
    <>
      <PageHead
        title="Join Our Team"
        description="Our open positions for cleaners in Paisley and Glasgow, and how to apply."
      />
      <PageTitle
        title="Join Our Team"
        picture={
          <TitlePicture
            picture={team}
            alt="Our white and teal van by a sandstone tenement, with a vacuum, mop, bucket and stepladder beside it."
          />
        }
      >
        Choose a position and send us your resume. All fields are required except the cover letter.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-14 sm:px-6 lg:pt-12 lg:pb-24">
        <DeferredForm shell={<CareersShell list={list} />}>
          <CareersForm list={list} />
        </DeferredForm>
      </div>
      {list.status === 'ready' && list.storedAt === null && list.rows.length > 0 && (
        <Suspense>
          <JobPostingData postings={list.rows} />
        </Suspense>
      )}
    </>
  );
}
