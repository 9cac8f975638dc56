import { referenceOf } from '../../core/domain/reference.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen } from '../list/list-screen.ts';
import { searchable } from '../list/use-search.ts';
import { ApplicationCard } from './application-card.tsx';

const APPLICATIONS: ListScreen<'job_applications'> = {
  entity: 'job_applications',
  title: 'Job Applications',
  subtitle: 'Review candidate applications',
  empty: 'No applications yet',
  fetchFailed: 'Failed to fetch job applications',
  searchLabel: 'Search applications',
  searchText: ({ id, name, phone, email, cover_letter }) => searchable(referenceOf(id), name, phone, email, cover_letter),
  nameOf: ({ name }) => `the application of ${name}`,
  Card: ApplicationCard,
};

export default function ApplicationsPage() {
  return <EntityListPage screen={APPLICATIONS} />;
}
