import { Fact, Facts } from '../list/facts.tsx';
import type { RowProps } from '../list/list-screen.ts';
import { RowCard } from '../list/row-card.tsx';

export function PostingCard({ row }: RowProps<'careers'>) {
  const { title, type, location, description, requirements } = row;
  return (
    <RowCard row={row} title={title}>
      <Facts>
        <Fact icon="clock" label="Type">
          {type}
        </Fact>
        <Fact icon="pin" label="Location">
          {location}
        </Fact>
      </Facts>
      <p className="max-w-prose whitespace-pre-line">{description}</p>
      {requirements && requirements.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold text-muted">Requirements:</h3>
          <ul className="list-disc pl-5 marker:text-brand">
            {requirements.map((requirement, index) => (
              <li key={index}>{requirement}</li>
            ))}
          </ul>
        </div>
      )}
    </RowCard>
  );
}
