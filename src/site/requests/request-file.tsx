import type { RequestView } from '../../core/outbox/requests.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';

/** The file that waits with a request: a person who is to decide about it knows that it is still there. */
export function RequestFile({ file: { name, size } }: { file: NonNullable<RequestView['file']> }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name="clipboard" className="mt-0.5 size-5 text-brand" />
      <span className="min-w-0 break-words">
        <strong className="text-heading">{name}</strong>, {formatBytes(size)}, kept on this device
      </span>
    </p>
  );
}
