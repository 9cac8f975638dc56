import { format } from 'date-fns';
import type { Counts } from '../../runtime/portal/use-counts.ts';

/** Says how old the counts are when the server could not be asked. */
export function CountsAge({ counts }: { counts: Counts }) {
  if (counts.status === 'failed') return <p className="text-sm text-muted">The counts are not known: there was no answer from the server.</p>;
  if (counts.status === 'loading' || counts.asOf === null) return null;
  return (
    <p className="text-sm text-muted">
      Counts as of <time dateTime={new Date(counts.asOf).toISOString()}>{format(counts.asOf, 'MMM dd, yyyy, HH:mm')}</time>
    </p>
  );
}
