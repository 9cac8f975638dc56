import type { Career } from '../../core/backend/public-reads.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { CharacterCount } from '../../ui/character-count.tsx';
import { bindNothing, fieldId } from '../forms/bind.ts';
import { FormShell } from '../forms/form-shell.tsx';
import type { ShownList } from '../lists/use-shown-rows.ts';
import { ApplicationFields } from './application-fields.tsx';
import { CareersColumns } from './careers-columns.tsx';
import { APPLY, NO_POSITION_YET } from './careers-texts.ts';
import { PositionList } from './position-list.tsx';
import { ResumeField } from './resume-field.tsx';

const KIND = 'job_application';
const nothing = () => undefined;

/** The open positions and the form while its code loads. */
export function CareersShell({ list }: { list: ShownList<Career> }) {
  const positions = (
    <PositionList id={fieldId(KIND, 'career_id')} list={list} selectedId="" onSelect={nothing} onApply={nothing} disabled />
  );
  return (
    <CareersColumns positions={positions}>
      <FormShell submitLabel={APPLY.submitLabel} missing={NO_POSITION_YET}>
        <ApplicationFields
          bind={bindNothing(KIND)}
          disabled
          resume={<ResumeField id={fieldId(KIND, 'resume')} file={null} onPick={nothing} onRemove={nothing} />}
          coverLetterCount={<CharacterCount text="" max={LIMITS.coverLetter.max} />}
        />
      </FormShell>
    </CareersColumns>
  );
}
