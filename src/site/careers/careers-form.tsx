import { useWatch } from 'react-hook-form';
import type { Career } from '../../core/backend/public-reads.ts';
import { applicationFormSchema, RESUME_REQUIRED, type ApplicationForm } from '../../core/domain/job-application.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { FileField } from '../../ui/file-field.tsx';
import { LiveCharacterCount } from '../../ui/forms/live-character-count.tsx';
import { notify } from '../../ui/toast.ts';
import { fieldId } from '../forms/bind.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { Uploads } from '../forms/uploads.tsx';
import { useSubmissionForm } from '../forms/use-submission-form.ts';
import type { ShownList } from '../lists/use-shown-rows.ts';
import { ApplicationFields, EMPTY_APPLICATION } from './application-fields.tsx';
import { CareersColumns } from './careers-columns.tsx';
import { LoadingPositions } from './loading-positions.tsx';
import { APPLY, NO_POSITION_YET, POSITION_GONE, RESUME } from './careers-texts.ts';
import PositionList from './position-list.tsx';
import { useResume } from './use-resume.ts';

const KIND = 'job_application';

/** The open positions and the form that applies for one of them. */
export default function CareersForm({ list }: { list: ShownList<Career> }) {
  const state = useSubmissionForm({ kind: KIND, empty: EMPTY_APPLICATION, schema: applicationFormSchema });
  const { form, draft } = state;
  const { isSubmitting, errors } = form.formState;
  const resume = useResume(form, draft.isLoaded);
  const selectedId = useWatch({ control: form.control, name: 'career_id' });
  const selected = list.status === 'ready' ? list.rows.find(({ id }) => id === selectedId) : undefined;

  const prepare = (values: ApplicationForm) => {
    const { file } = resume;
    if (!selected) {
      form.setError('career_id', { message: POSITION_GONE });
      void notify.error(POSITION_GONE);
    }
    if (!file) form.setError('resume', { message: RESUME_REQUIRED });
    if (!selected || !file) return null;
    return { submission: { kind: KIND, values: { ...values, job_title: selected.title } } as const, file };
  };

  const positions = list.status === 'loading' ? <LoadingPositions /> : (
    <PositionList
      id={fieldId(KIND, 'career_id')}
      list={list}
      selectedId={selectedId}
      onSelect={(id) => form.setValue('career_id', id, { shouldDirty: true, shouldValidate: true })}
      onApply={() => form.setFocus('name')}
      disabled={isSubmitting}
      error={errors.career_id?.message}
    />
  );

  return (
    <CareersColumns positions={positions}>
      <SubmissionForm
        state={state}
        prepare={prepare}
        onCleared={resume.remove}
        {...APPLY}
        missing={selectedId === '' ? NO_POSITION_YET : undefined}
      >
        {selected && (
          <p>
            You apply for: <strong className="text-heading">{selected.title}</strong>
          </p>
        )}
        <ApplicationFields
          bind={state.bind}
          disabled={isSubmitting}
          resume={
            <FileField
              id={fieldId(KIND, 'resume')}
              {...RESUME}
              file={resume.file}
              error={errors.resume?.message}
              onPick={(picked) => void resume.pick(picked)}
              onRemove={resume.remove}
            />
          }
          coverLetterCount={<LiveCharacterCount control={form.control} name="cover_letter" max={LIMITS.coverLetter.max} />}
        />
        {isSubmitting && <Uploads kind={KIND} />}
      </SubmissionForm>
    </CareersColumns>
  );
}
