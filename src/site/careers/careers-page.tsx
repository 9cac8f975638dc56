import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { Posting } from '../../core/server/public-reads.ts';
import { logFailure, useShownRows, type ShownList } from '../../runtime/use-shown-rows.ts';
import { FileInput } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import platform from '../art/careers.webp?w=400,800&picture';
import { DeferredForm, deferredForm } from '../forms/deferred-form.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { bindNothing, fieldId, FormShell, NoCharacters } from '../forms/form-shell.tsx';
import { deferred } from '../layout/deferred.ts';
import { PageHead, PageTitle, TitlePicture } from '../layout/page-head.tsx';
import {
  ApplicationFields,
  APPLY,
  CareersColumns,
  isNoneOpen,
  LoadingPostings,
  NO_POSTING_YET,
  RESUME,
} from './careers-frame.tsx';

/** The columns without a list of positions, or while it loads. */
const PostingList = deferred(() => import('./posting-list.tsx'));

const KIND = 'job_application';
const nothing = () => undefined;

interface CareersShellProps {
  list: ShownList<Posting>;
  opened: Posting | undefined;
}

/** The open positions and the form while its code loads. */
function CareersShell({ list, opened }: CareersShellProps) {
  const postings =
    list.status === 'loading' ? (
      <LoadingPostings />
    ) : (
      <Suspense fallback={<LoadingPostings />}>
        <PostingList
          id={fieldId(KIND, 'career_id')}
          list={list}
          opened={opened}
          selectedId=""
          onSelect={nothing}
          onApply={nothing}
          disabled
        />
      </Suspense>
    );
  if (isNoneOpen(list)) return <CareersColumns postings={postings}>{null}</CareersColumns>;
  return (
    <CareersColumns postings={postings}>
      <FormShell submitLabel={APPLY.submitLabel} missing={NO_POSTING_YET}>
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

/** A position by its address, `/careers?position=<id>`. */
function usePosition(list: ShownList<Posting>) {
  const id = new URLSearchParams(useLocation().search).get('position');
  const isKnown = list.status === 'ready' && list.failure === null;
  const opened = isKnown ? list.rows.find((posting) => posting.id === id) : undefined;
  return { opened, isGone: isKnown && id !== null && !opened };
}

export default function CareersPage() {
  const list = useShownRows('careers', logFailure);
  const { opened, isGone } = usePosition(list);
  return (
    <FormPage>
      <PageHead
        title={opened ? `${opened.title}, ${opened.location}` : 'Join Our Team'}
        description={
          opened
            ? `${opened.title} in ${opened.location}, ${opened.type}: what the work is, and how to apply.`
            : 'Our open positions for cleaners in Paisley and Glasgow, and how to apply.'
        }
        query={opened ? `?position=${opened.id}` : ''}
        listed={!isGone}
      />
      <PageTitle
        title={opened?.title ?? 'Join Our Team'}
        picture={
          <TitlePicture
            picture={platform}
            alt="A window-cleaning platform with bucket and tools hangs in front of a glass building: the windows on the left are clean, those on the right still dirty."
          />
        }
      >
        {opened
          ? 'Send us your resume. All fields are required except the cover letter.'
          : 'Choose a position and send us your resume. All fields are required except the cover letter.'}
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-14 sm:px-6 lg:pt-12 lg:pb-24">
        {isGone && (
          <div className="mb-8">
            <Notice tone="info" title="This position is no longer open." />
          </div>
        )}
        <DeferredForm shell={<CareersShell list={list} opened={opened} />}>
          <CareersForm list={list} opened={opened} />
        </DeferredForm>
      </div>
      {opened && (
        <Suspense>
          <JobPostingData posting={opened} />
        </Suspense>
      )}
    </FormPage>
  );
}
