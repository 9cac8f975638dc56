import { Marked } from '../list/marks.tsx';

/** Colours of the known statuses; others are grey. */
const STYLES: Record<string, string> = {
  pending: 'bg-warning-tint text-warning',
  confirmed: 'bg-success-tint text-success',
  completed: 'bg-info-tint text-info',
  cancelled: 'bg-danger-tint text-danger',
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <p
      className={`shrink-0 rounded-full border border-current px-2.5 text-sm font-semibold wide:px-2 wide:text-xs ${STYLES[status] ?? 'bg-ground text-muted'}`}
    >
      <span className="sr-only">Status: </span>
      <Marked>{status}</Marked>
    </p>
  );
}
