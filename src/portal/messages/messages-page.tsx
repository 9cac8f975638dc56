import { referenceOf } from '../../core/domain/reference.ts';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen, RowProps } from '../list/list-screen.ts';
import { EmailFact, Facts, TextBlock } from '../list/facts.tsx';
import { emailAction, RowActions } from '../list/row-actions.tsx';
import { CompactRow } from '../list/row-card.tsx';
import { OverdueAlertMark } from '../list/send-again.tsx';

function MessageCard({ row, alert }: RowProps<'contact_messages'>) {
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
            { ...emailAction(row.email, `Your message ${referenceOf(row.id)}`), label: 'Reply' },
          ]}
        />
      }
      className="desk:grid-cols-[16rem_minmax(0,1fr)] desk:gap-x-4"
    >
      <Facts className="desk:row-span-2">
        <EmailFact email={row.email} />
      </Facts>
      <TextBlock title="Subject">{row.subject}</TextBlock>
      <TextBlock title="Message" deskLines={2}>
        {row.message}
      </TextBlock>
    </CompactRow>
  );
}

export const MESSAGES: ListScreen<'contact_messages'> = {
  entity: 'contact_messages',
  title: 'Contact Messages',
  subtitle: 'Review customer inquiries',
  empty: 'No messages yet',
  emptyHint: 'Messages from the website’s contact form appear here.',
  fetchFailed: 'Failed to fetch contact messages',
  searchLabel: 'Search messages',
  fields: [
    { label: 'Reference', of: ({ id }) => referenceOf(id) },
    { label: 'Received', of: ({ created_at }) => created_at, kind: 'time' },
    { label: 'Name', of: ({ name }) => name },
    { label: 'Email', of: ({ email }) => email, kind: 'email' },
    { label: 'Subject', of: ({ subject }) => subject },
    { label: 'Message', of: ({ message }) => message },
  ],
  nameOf: ({ name }) => `the message of ${name}`,
  Card: MessageCard,
  isCompact: true,
};

export default function MessagesPage() {
  return <EntityListPage screen={MESSAGES} />;
}
