import { usePosition } from '../../runtime/portal/use-position.ts';
import { EmailFact, PhoneFact } from '../list/contact-facts.tsx';
import { Fact, Facts } from '../list/facts.tsx';
import { LateAlertMark } from '../list/late-alert-mark.tsx';
import type { RowProps } from '../list/list-screen.ts';
import { RowCard } from '../list/row-card.tsx';
import { TextBlock } from '../list/text-block.tsx';
import { ResumeLink } from './resume-link.tsx';

export function ApplicationCard({ row, alert }: RowProps<'job_applications'>) {
  const position = usePosition(row);
  return (
    <RowCard row={row} title={row.name}>
      <LateAlertMark alert={alert} />
      <Facts>
        {position !== null && (
          <Fact icon="briefcase" label="Position">
            {position}
          </Fact>
        )}
        <PhoneFact phone={row.phone} />
        <EmailFact email={row.email} />
      </Facts>
      <ResumeLink path={row.resume_path} name={row.name} />
      {row.cover_letter && <TextBlock title="Cover Letter">{row.cover_letter}</TextBlock>}
    </RowCard>
  );
}
