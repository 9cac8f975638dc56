import type { UseFormRegisterReturn } from 'react-hook-form';
import type { SubmissionKind } from '../../core/domain/submission.ts';

/** What ties a control to its form. While the form's own code loads, it is a name and nothing more. */
export interface Binding extends Partial<UseFormRegisterReturn> {
  id: string;
  name: string;
  error?: string | undefined;
}

export type Bind<Name extends string> = (name: Name) => Binding;

/** The id of a field's control. */
export const fieldId = (kind: SubmissionKind, name: string) => `${kind}-${name}`;

/** Ties the controls of a form that is still loading. */
export const bindNothing =
  (kind: SubmissionKind): Bind<string> =>
  (name) => ({ id: fieldId(kind, name), name });
