import type { Ref } from 'react';
import { Notice } from '../../ui/notice.tsx';

export interface FieldProblem {
  /** The id of the field's control. */
  id: string;
  message: string;
}

/** Everything that keeps a form from being sent, each linked to its field. Give it the focus when it appears. */
export function ErrorSummary({ problems, ref }: { problems: readonly FieldProblem[]; ref: Ref<HTMLDivElement> }) {
  if (problems.length === 0) return null;
  const title = problems.length === 1 ? 'Please check one field' : `Please check ${problems.length} fields`;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-2xl">
      <Notice tone="error" title={title}>
        <ul className="grid list-disc gap-1 pl-5">
          {problems.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-6 items-center font-semibold text-danger underline underline-offset-4"
                onClick={(event) => {
                  // A hash in the address would count as a navigation.
                  event.preventDefault();
                  document.getElementById(id)?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
