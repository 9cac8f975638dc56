/** The colours of the known states; any other is grey. */
const LOOKS: Record<string, string> = {
  pending: 'bg-warning-tint text-warning',
  confirmed: 'bg-success-tint text-success',
  completed: 'bg-info-tint text-info',
  cancelled: 'bg-danger-tint text-danger',
};

/** Where a booking stands. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <p className={`rounded-full border border-current px-2.5 text-sm font-semibold ${LOOKS[status] ?? 'bg-ground text-muted'}`}>
      <span className="sr-only">Status: </span>
      {status}
    </p>
  );
}
