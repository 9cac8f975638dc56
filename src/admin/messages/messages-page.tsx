import { referenceOf } from '../../core/domain/reference.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen } from '../list/list-screen.ts';
import { searchable } from '../list/use-search.ts';
import { MessageCard } from './message-card.tsx';

const MESSAGES: ListScreen<'contact_messages'> = {
  entity: 'contact_messages',
  title: 'Contact Messages',
  subtitle: 'Review customer inquiries',
  empty: 'No messages yet',
  fetchFailed: 'Failed to fetch contact messages',
  searchLabel: 'Search messages',
  searchText: ({ id, name, email, subject, message }) => searchable(referenceOf(id), name, email, subject, message),
  nameOf: ({ name }) => `the message of ${name}`,
  Card: MessageCard,
};

export default function MessagesPage() {
  return <EntityListPage screen={MESSAGES} />;
}
