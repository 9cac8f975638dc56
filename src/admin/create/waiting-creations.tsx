import { useId } from 'react';
import type { Creation } from '../../core/domain/creation.ts';
import { useWaitingCreations } from '../../runtime/portal/use-pending.ts';
import { WaitingItem } from './waiting-item.tsx';

/** What was added to a list and is not yet on the server. Nothing, when there is none. */
export function WaitingCreations({ entity }: { entity: Creation['entity'] }) {
  const waiting = useWaitingCreations(entity);
  const headingId = useId();
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <div>
        <h2 id={headingId} className="text-xl font-bold">
          Waiting to upload ({waiting.length})
        </h2>
        <p className="text-sm text-muted">On this device only, until there is a connection. It is then uploaded by itself.</p>
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {waiting.map((item) => (
          <WaitingItem key={item.id} waiting={item} />
        ))}
      </ul>
    </section>
  );
}
