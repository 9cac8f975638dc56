import type { Creation } from '../../core/domain/creation.ts';
import type { WaitingCreation } from '../../core/outbox/pending.ts';
import { useWaitingCreations } from '../../runtime/portal/use-pending.ts';
import { WaitingBar } from '../list/waiting-bar.tsx';
import { PostingFacts } from './posting-facts.tsx';

type WaitingPosting = WaitingCreation & { creation: Extract<Creation, { entity: 'careers' }> };

const isPosting = (waiting: WaitingCreation): waiting is WaitingPosting => waiting.creation.entity === 'careers';

/** The job postings that are on this device only. */
export function WaitingPostings() {
  const waiting = useWaitingCreations('careers').filter(isPosting);
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Waiting to upload" className="grid gap-4 xl:grid-cols-2">
      {waiting.map((item) => (
        <li key={item.id} className="grid gap-4 rounded-2xl border border-dashed border-control bg-surface p-4 wrap-anywhere sm:p-5">
          <h2 className="text-lg leading-snug font-bold">{item.creation.values.title}</h2>
          <PostingFacts posting={item.creation.values} />
          <WaitingBar waiting={item} name={item.creation.values.title} />
        </li>
      ))}
    </ul>
  );
}
