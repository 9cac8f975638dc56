import { Suspense } from 'react';
import type { Career } from '../../core/backend/public-reads.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { CharacterCount } from '../../ui/character-count.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { bindNothing, fieldId } from '../forms/bind.ts';
import { FormShell } from '../forms/form-shell.tsx';
import { late } from '../layout/late.tsx';
import type { ShownList } from '../lists/use-shown-rows.ts';
import { ApplicationFields } from './application-fields.tsx';
import { CareersColumns } from './careers-columns.tsx';
import { APPLY, NO_POSITION_YET, RESUME } from './careers-texts.ts';
import { LoadingPositions } from './loading-positions.tsx';

/** Empty without the server's answer, and loaded while that is on its way. */
const PositionList = late(() => import('./position-list.tsx'));

const KIND = 'job_application';
const nothing = () => undefined;

/** The open positions and the form while its code loads. */
export function CareersShell({ list }: { list: ShownList<Career> }) {
  const positions = list.status === 'loading' ? <LoadingPositions /> : (
    <Suspense fallback={<LoadingPositions />}>
      <PositionList id={fieldId(KIND, 'career_id')} list={list} selectedId="" onSelect={nothing} onApply={nothing} disabled />
    </Suspense>
  );
  return (
    <CareersColumns positions={positions}>
      <FormShell submitLabel={APPLY.submitLabel} missing={NO_POSITION_YET}>
        <ApplicationFields
          bind={bindNothing(KIND)}
          disabled
          resume={<FileInput id={fieldId(KIND, 'resume')} {...RESUME} />}
          coverLetterCount={<CharacterCount text="" max={LIMITS.coverLetter.max} />}
        />
      </FormShell>
    </CareersColumns>
  );
}
