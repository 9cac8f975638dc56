import type { ApplicationForm } from '../../core/domain/job-application.ts';
import type { Posting } from '../../core/server/public-reads.ts';
import type { ShownList } from '../../runtime/use-shown-rows.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { EmailField, PhoneField } from '../forms/contact-details.tsx';
import type { Bind } from '../forms/form-shell.tsx';
import type { Elements } from '../../ui/elements.ts';

export const APPLY = { submitLabel: 'Submit Application', busyLabel: 'Submitting...' } as const;

export const NO_POSTING_YET = 'Please select a position first';

/** The field for the résumé, also shown before a file is chosen. */
export const RESUME = {
  label: 'Resume',
  hint: 'A PDF, DOC or DOCX file of at most 10 MB.',
  accept: '.pdf,.doc,.docx',
  required: true,
} as const;

export function LoadingPostings() {
  return (
    <SkeletonList
      label="Loading the open positions"
      count={3}
      className="grid gap-4"
      itemClassName="h-56"
    />
  );
}

/** The server said that no position is open, so the form is hidden. */
export const isNoneOpen = (list: ShownList<Posting>): boolean =>
  list.status === 'ready' && list.rows.length === 0 && list.failure === null;

interface CareersColumnsProps {
  postings: Elements;
  /** The form; null when no position is open. */
  children: Elements | null;
}

/** The page's two columns: the open positions and the form. */
export function CareersColumns({ postings, children }: CareersColumnsProps) {
  return (
    <div
      className={`grid items-start gap-10 lg:gap-8 ${children === null ? '' : 'lg:grid-cols-2'}`}
    >
      <section className="grid gap-6">
        <h2 id="open-positions" className="text-2xl font-bold">
          Open Positions
        </h2>
        {postings}
      </section>
      {children !== null && (
        // The form stays in view beside a longer list, but only where the window shows all of it:
        // otherwise nobody could scroll to its end.
        <Card className="lg:top-24 lg:[@media(min-height:67rem)]:sticky">
          <h2 className="mb-6 text-2xl font-bold">Apply Now</h2>
          {children}
        </Card>
      )}
    </div>
  );
}

/** The form stores the chosen file's name under `resume`. */
export type ApplicationValues = Record<keyof ApplicationForm, string>;

interface ApplicationFieldsProps {
  bind: Bind<keyof ApplicationValues>;
  disabled: boolean;
  resume: Elements;
  coverLetterCount: Elements;
}

export function ApplicationFields({
  bind,
  disabled,
  resume,
  coverLetterCount,
}: ApplicationFieldsProps) {
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-5 sm:grid-cols-2">
      <legend className="sr-only">Your application</legend>
      <TextField {...bind('name')} label="Full Name" autoComplete="name" required />
      <PhoneField {...bind('phone')} label="Phone" />
      <div className="sm:col-span-2">
        <EmailField {...bind('email')} />
      </div>
      <div className="sm:col-span-2">{resume}</div>
      <div className="sm:col-span-2">
        <TextareaField
          {...bind('cover_letter')}
          label="Cover Letter"
          rows={5}
          hint={<span>Optional. {coverLetterCount}</span>}
        />
      </div>
    </fieldset>
  );
}
