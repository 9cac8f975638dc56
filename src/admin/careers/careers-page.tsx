import { referenceOf } from '../../core/domain/reference.ts';
import { WaitingCreations } from '../create/waiting-creations.tsx';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen } from '../list/list-screen.ts';
import { searchable } from '../list/use-search.ts';
import { AddJobPosting } from './add-job-posting.tsx';
import { PostingCard } from './posting-card.tsx';

const POSTINGS: ListScreen<'careers'> = {
  entity: 'careers',
  title: 'Job Postings',
  subtitle: 'Manage career opportunities',
  empty: 'No job postings yet',
  fetchFailed: 'Failed to fetch job postings',
  searchLabel: 'Search job postings',
  searchText: ({ id, title, type, location, description, requirements }) =>
    searchable(referenceOf(id), title, type, location, description, ...(requirements ?? [])),
  nameOf: ({ title }) => `the job posting ${title}`,
  Card: PostingCard,
};

export default function CareersPage() {
  return (
    <EntityListPage screen={POSTINGS} action={<AddJobPosting />}>
      <WaitingCreations entity="careers" />
    </EntityListPage>
  );
}
