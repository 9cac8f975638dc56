import type { RequestView } from '../../core/outbox/requests.ts';
import { ClearReceipts } from './clear-receipts.tsx';
import { RequestCard } from './request-card.tsx';

/** Every request, in the given order. */
export function RequestList({ requests }: { requests: readonly RequestView[] }) {
  const hasReceipts = requests.some(({ state }) => state === 'sent' || state === 'alert-not-sent');
  return (
    <>
      <ul className="grid gap-4">
        {requests.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
      {hasReceipts && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-muted">Sent requests are listed for 30 days.</p>
          <ClearReceipts />
        </div>
      )}
    </>
  );
}
