import type { RowProps } from '../list/list-screen.ts';
import { RowCard } from '../list/row-card.tsx';
import { PostingFacts } from './posting-facts.tsx';

export function PostingCard({ row }: RowProps<'careers'>) {
  return (
    <RowCard row={row} title={row.title}>
      <PostingFacts posting={row} />
    </RowCard>
  );
}
