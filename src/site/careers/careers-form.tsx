import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import type { Posting } from '../../core/server/public-reads.ts';
import {
  applicationFormSchema,
  RESUME_REQUIRED,
  type ApplicationForm,
} from '../../core/domain/job-application.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import type { ShownList } from '../../runtime/use-shown-rows.ts';
import { FileField } from '../../ui/file-field.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LiveCharacterCount } from '../../ui/text-form.tsx';
import { notify } from '../../ui/toast.ts';
import { notReadText } from '../causes.ts';
import { fieldId } from '../forms/form-shell.tsx';
import { POSITION_GONE } from '../forms/kind-texts.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { Uploads } from '../forms/upload-progress.tsx';
import { useSubmissionForm, type Outgoing } from '../forms/use-submission-form.ts';
import {
  ApplicationFields,
  APPLY,
  CareersColumns,
  isNoneOpen,
  LoadingPostings,
  NO_POSTING_YET,
  RESUME,
  type ApplicationValues,
} from './careers-frame.tsx';
import PostingList from './posting-list.tsx';
import { useResume } from './use-resume.ts';

/** The résumé of an application that the server may have: it cannot be replaced. */
function SentResume({ file: { name, size } }: { file: File }) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold text-heading">{RESUME.label}</p>
      <p className="break-words">
        <strong>{name}</strong>{' '}
        <span className="whitespace-nowrap text-muted">{formatBytes(size)}</span>
      </p>
      <p className="text-sm text-muted">
        It may already be with us, so it can&rsquo;t be changed here. To send another file, delete
        this application in My requests and apply again.
      </p>
    </div>
  );
}

const KIND = 'job_application';
const STILL_LOADING = 'The open positions are still loading.';

/** In the order of the page. */
const EMPTY_APPLICATION: ApplicationValues = {
  career_id: '',
  name: '',
  phone: '',
  email: '',
  resume: '',
  cover_letter: '',
};

interface CareersFormProps {
  list: ShownList<Posting>;
  /** The position of this page's address, chosen when the page opens. */
  opened: Posting | undefined;
}

/** The open positions and the form that applies for one of them. */
export default function CareersForm({ list, opened }: CareersFormProps) {
  const state = useSubmissionForm({
    kind: KIND,
    empty: EMPTY_APPLICATION,
    schema: applicationFormSchema,
  });
  const { form, stored } = state;
  const { isBusy, failure } = state.submitting;
  const { getValues, reset, setValue } = form;
  const openedId = opened?.id;
  useEffect(() => {
    // A reset, because opening the page alone stores nothing.
    if (openedId && stored.isLoaded && getValues('career_id') !== openedId)
      reset({ ...getValues(), career_id: openedId }, { keepDefaultValues: true });
  }, [openedId, stored.isLoaded, getValues, reset]);
  const resume = useResume(form, stored);
  const forgetPosition = () => {
    setValue('career_id', '', { shouldDirty: true });
    if (list.status === 'ready') list.reread();
  };
  const onPositionGone = useEffectEvent(forgetPosition);
  const isPositionGone =
    failure?.outcome === 'refused' && failure.attention.reason === 'position-gone' && !isBusy;
  useEffect(() => {
    if (isPositionGone) onPositionGone();
  }, [isPositionGone]);
  const selectedId = useWatch({ control: form.control, name: 'career_id' });
  const selected =
    list.status === 'ready' ? list.rows.find(({ id }) => id === selectedId) : undefined;

  const prepare = (values: ApplicationForm): Outgoing | null => {
    const { file } = resume;
    if (list.status === 'loading') {
      void notify.info(STILL_LOADING);
      return null;
    }
    if (!selected) {
      const message = list.failure
        ? notReadText('The open positions', list.failure.reason)
        : POSITION_GONE;
      void notify.error(message);
      if (!list.failure) forgetPosition();
      form.setError('career_id', { message });
    }
    if (!file) form.setError('resume', { message: RESUME_REQUIRED });
    if (!selected || !file) return null;
    return {
      submission: { kind: KIND, values: { ...values, job_title: selected.title } },
      file,
      lines: [
        ['Position', selected.title],
        ['Name', values.name],
        ['Phone', values.phone],
        ['Email', values.email],
      ],
    };
  };

  const postings =
    list.status === 'loading' ? (
      <LoadingPostings />
    ) : (
      <PostingList
        id={fieldId(KIND, 'career_id')}
        list={list}
        opened={opened}
        selectedId={selectedId}
        onSelect={(id) =>
          form.setValue('career_id', id, { shouldDirty: true, shouldValidate: id !== '' })
        }
        onApply={() => form.setFocus('name')}
        disabled={isBusy}
        error={state.errorOf('career_id')}
      />
    );

  if (!state.isDrawn) return null;
  // Typed text stays when the last position closes.
  if (isNoneOpen(list) && selectedId === '' && !form.formState.isDirty)
    return <CareersColumns postings={postings}>{null}</CareersColumns>;
  return (
    <CareersColumns postings={postings}>
      {selected && (
        <p className="mb-6">
          You are applying for: <strong className="text-heading">{selected.title}</strong>
        </p>
      )}
      <SubmissionForm
        state={state}
        prepare={prepare}
        onCleared={resume.remove}
        {...APPLY}
        missing={
          selectedId === '' ? NO_POSTING_YET : list.status === 'loading' ? STILL_LOADING : undefined
        }
      >
        <ApplicationFields
          bind={state.bind}
          disabled={isBusy}
          resume={
            stored.replaces?.keepsFile && resume.file ? (
              <SentResume file={resume.file} />
            ) : (
              <FileField
                id={fieldId(KIND, 'resume')}
                {...RESUME}
                file={resume.file}
                error={state.errorOf('resume')}
                onPick={(picked) => void resume.pick(picked)}
                onRemove={resume.remove}
              />
            )
          }
          coverLetterCount={
            <LiveCharacterCount
              control={form.control}
              name="cover_letter"
              max={LIMITS.coverLetter.max}
            />
          }
        />
        {isBusy && <Uploads kind={KIND} />}
      </SubmissionForm>
    </CareersColumns>
  );
}
