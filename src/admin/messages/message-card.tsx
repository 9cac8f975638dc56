import { EmailFact } from '../list/contact-facts.tsx';
import { Facts } from '../list/facts.tsx';
import { LateAlertMark } from '../list/late-alert-mark.tsx';
import type { RowProps } from '../list/list-screen.ts';
import { RowCard } from '../list/row-card.tsx';
import { TextBlock } from '../list/text-block.tsx';

export function MessageCard({ row, alert }: RowProps<'contact_messages'>) {
  return (
    <RowCard row={row} title={row.name}>
      <LateAlertMark alert={alert} />
      <Facts>
        <EmailFact email={row.email} />
      </Facts>
      <TextBlock title="Subject">{row.subject}</TextBlock>
      <TextBlock title="Message">{row.message}</TextBlock>
    </RowCard>
  );
}
