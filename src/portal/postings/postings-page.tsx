import { WaitingAdditions } from '../create/waiting-creations.tsx';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen, RowProps } from '../list/list-screen.ts';
import { FactLine, Facts, LongText } from '../list/facts.tsx';
import { Marked } from '../list/marks.tsx';
import { RowCard } from '../list/row-card.tsx';
import { AddPosting } from './add-posting.tsx';

function PostingCard({ row }: RowProps<'careers'>) {
  const { title, type, location, description, requirements } = row;
  return (
    <RowCard row={row} title={title} created="Added">
      <Facts>
        <FactLine icon="clock" label="Type">
          <Marked>{type}</Marked>
        </FactLine>
        <FactLine icon="pin" label="Location">
          <Marked>{location}</Marked>
        </FactLine>
      </Facts>
      <LongText
        text={[description, ...(requirements ?? [])].join('\n')}
        name="Description and requirements"
      >
        <div className="grid gap-4">
          <p dir="auto" className="max-w-prose whitespace-pre-line">
            <Marked>{description}</Marked>
          </p>
          {requirements && requirements.length > 0 && (
            <div>
              <h3 className="text-sm font-semibold text-muted">Requirements:</h3>
              <ul className="list-disc pl-5 marker:text-brand">
                {requirements.map((requirement, index) => (
                  <li key={index} dir="auto">
                    <Marked>{requirement}</Marked>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </LongText>
    </RowCard>
  );
}

export const POSTINGS: ListScreen<'careers'> = {
  entity: 'careers',
  title: 'Job Postings',
  subtitle: 'Manage career opportunities',
  empty: 'No job postings yet',
  emptyHint: 'Add a job posting, and the website’s careers page shows it.',
  fetchFailed: 'Failed to fetch job postings',
  searchLabel: 'Search job postings',
  fields: [
    { label: 'Title', of: ({ title }) => title },
    { label: 'Published', of: ({ created_at }) => created_at, kind: 'time' },
    { label: 'Type', of: ({ type }) => type },
    { label: 'Location', of: ({ location }) => location },
    { label: 'Description', of: ({ description }) => description },
    { label: 'Requirements', of: ({ requirements }) => requirements?.join('\n') ?? null },
  ],
  nameOf: ({ title }) => `the job posting ${title}`,
  Card: PostingCard,
};

export default function PostingsPage() {
  return (
    <EntityListPage screen={POSTINGS} action={<AddPosting />}>
      <WaitingAdditions entity="careers" />
    </EntityListPage>
  );
}
