import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import { useList } from '../sync/use-lists.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen, RowProps } from '../list/list-screen.ts';
import { Marked } from '../list/marks.tsx';
import { EmailFact, FactLine, Facts, PhoneFact, TextBlock } from '../list/facts.tsx';
import { emailAction, callAction, writeActions, RowActions } from '../list/row-actions.tsx';
import { CompactRow } from '../list/row-card.tsx';
import { OverdueAlertMark } from '../list/send-again.tsx';
import { ResumeDownload } from './resume-download.tsx';

/** The title that an application stored with its last change; null where it has none. */
const storedTitle = (row: ReplicaRow<'job_applications'>): string | null =>
  (row as Partial<ReplicaRow<'job_applications'>>).job_title ?? null;

/**
 * The title of an application's position: the current one, else the stored one; null when this
 * device knows neither, undefined while it is read.
 */
function usePostingTitle(row: ReplicaRow<'job_applications'>): string | null | undefined {
  const { rows, isRead } = useList('careers');
  const posting = rows.find(({ id }) => id === row.career_id);
  return posting ? posting.title : isRead ? storedTitle(row) : undefined;
}

function ApplicationCard({ row, alert }: RowProps<'job_applications'>) {
  const position = usePostingTitle(row);
  return (
    <CompactRow
      row={row}
      title={row.name}
      reference={referenceOf(row.id)}
      hasAge
      alert={<OverdueAlertMark alert={alert} />}
      actions={
        <RowActions
          name={row.name}
          actions={[
            callAction(row.phone),
            ...writeActions(row.phone),
            emailAction(row.email, `Your application ${referenceOf(row.id)}`),
          ]}
        />
      }
      className="wide:grid-cols-[minmax(0,1fr)_auto] wide:gap-x-4"
    >
      <Facts className="desk:grid desk:grid-cols-[8.5rem_minmax(0,1fr)]">
        {position !== null && (
          <FactLine icon="briefcase" label="Position" className="desk:col-span-full">
            {position === undefined ? undefined : <Marked>{position}</Marked>}
          </FactLine>
        )}
        <PhoneFact phone={row.phone} />
        <EmailFact email={row.email} />
      </Facts>
      <ResumeDownload row={row} />
      {row.cover_letter && (
        <div className="wide:col-span-full">
          <TextBlock title="Cover Letter">{row.cover_letter}</TextBlock>
        </div>
      )}
    </CompactRow>
  );
}

export const APPLICATIONS: ListScreen<'job_applications'> = {
  entity: 'job_applications',
  title: 'Job Applications',
  subtitle: 'Review candidate applications',
  empty: 'No applications yet',
  emptyHint: 'Applications from the website’s careers page appear here.',
  fetchFailed: 'Failed to fetch job applications',
  searchLabel: 'Search applications',
  fields: [
    { label: 'Reference', of: ({ id }) => referenceOf(id) },
    { label: 'Received', of: ({ created_at }) => created_at, kind: 'time' },
    { label: 'Name', of: ({ name }) => name },
    { label: 'Position', of: storedTitle },
    { label: 'Phone', of: ({ phone }) => phone, kind: 'phone' },
    { label: 'Email', of: ({ email }) => email, kind: 'email' },
    { label: 'Cover letter', of: ({ cover_letter }) => cover_letter },
  ],
  nameOf: ({ name }) => `the application of ${name}`,
  Card: ApplicationCard,
  isCompact: true,
};

export default function ApplicationsPage() {
  return <EntityListPage screen={APPLICATIONS} />;
}
